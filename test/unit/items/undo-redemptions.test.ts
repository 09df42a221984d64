import { afterAll, beforeAll, expect, it } from 'vitest';
import { importOperatorData } from '../../../functions/domain/administration/operator-data/import.ts';
import { issueItem } from '../../../functions/domain/value/items/ledger/ledger.ts';
import { createRedemption } from '../../../functions/domain/value/items/redemptions/create.ts';
import { redemptionIdOf } from '../../../functions/domain/value/items/redemptions/new-redemption.ts';
import { redemptionBody } from '../../../functions/domain/value/items/redemptions/schema.ts';
import { itemKey, PAID, type ItemRow, type LedgerRow } from '../../../functions/domain/value/items/rows.ts';
import { refundItem } from '../../../functions/domain/value/items/withdrawal/refund.ts';
import { localize } from '../../../functions/desk/localize.ts';
import type { ApiError } from '../../../functions/platform/errors.ts';
import { clock } from '../../../functions/platform/clock.ts';
import { documents } from '../../../functions/storage/client.ts';
import { withRequestGuid } from '../../../functions/storage/request-guid.ts';
import { getRow, putRow, queryAll } from '../../../functions/storage/table.ts';
import { ledgerOf } from '../../support/ledger.ts';
import { MemoryTable } from '../../simulation/memory-table.ts';
import { company } from '../operator-data/samples.ts';
import { NOW_MS, sampleFacts } from './sample.ts';

process.env['APP_SECRET'] ??= '00'.repeat(32);

const SLUG = 'till';
const OPERATOR = { company: SLUG, home: SLUG, keyId: 'key' };
const { send } = documents;
const { nowMs } = clock;
const table = new MemoryTable();

beforeAll(async () => {
  table.install();
  clock.nowMs = () => NOW_MS;
  await importOperatorData({ companies: [company(SLUG)] });
});
afterAll(() => {
  Object.assign(documents, { send });
  clock.nowMs = nowMs;
});

let codes = 0;
const issue = async (valueMinor: number): Promise<string> => {
  const code = `BBBB-BBBB-CCCC-DDDD-${String(++codes).padStart(4, '0')}`;
  const facts = sampleFacts({ company: SLUG, code, valueMinor, priceMinor: valueMinor });
  const { item, entry } = issueItem({ facts, status: PAID, by: {}, requestId: 'issue' });
  await putRow(entry);
  await putRow(item);
  return code;
};

let keys = 0;
/** Redeems an amount of a card and returns the id of the redemption. */
const redeem = async (code: string, amount: number): Promise<string> => {
  const body = { sources: [{ code, amount }] };
  const idempotency = { company: SLUG, operation: 'create-redemption', key: `redeem-${++keys}`, input: body };
  const id = redemptionIdOf(idempotency);
  await createRedemption({ operator: OPERATOR, id, idempotency, input: () => redemptionBody().parse(body) });
  return id;
};

const undo = (code: string, portion: { type: 'all' } | { type: 'amount'; amount: number }, guid = `undo-${++keys}`) =>
  withRequestGuid({ company: SLUG, operation: 'refund-item', guid, input: { code, portion } }, (recording) =>
    refundItem(OPERATOR, code, portion, recording),
  );

const redemption = (id: string) => table.get({ pk: `REDEMPTION#${SLUG}#${id}`, sk: 'redemption' });
const itemOf = (code: string) => getRow<ItemRow>(itemKey(SLUG, code), { consistent: true });

it('a refund of a card undoes at most as many redemptions as one transaction can change', async () => {
  const code = await issue(10_000);
  const ids: string[] = [];
  for (let at = 0; at < 100; at++) ids.push(await redeem(code, 1));
  const refusal = await undo(code, { type: 'all' }).catch((error: unknown) => error as ApiError);
  expect(refusal).toMatchObject({ status: 422, code: 'validation_failed', reason: { args: { maximum: 90 } } });
  expect(localize({ language: 'da' }, (refusal as ApiError).reason)).toContain('90 indløsninger');
  expect(await itemOf(code)).toMatchObject({ claimedMinor: 10_000 });
  await undo(code, { type: 'amount', amount: 90 });
  await undo(code, { type: 'all' });
  expect(await itemOf(code)).toMatchObject({ claimedMinor: 0, remainingMinor: 10_000 });
  for (const id of ids) expect(redemption(id)).toMatchObject({ sources: [{ refundedMinor: 100 }] });
});

it('the part of a refund beyond the named redemption counts in the other redemptions of the card', async () => {
  const code = await issue(50_000);
  const [first, second] = [await redeem(code, 200), await redeem(code, 250)];
  // If no redemption is named, the newest one is undone first.
  await undo(code, { type: 'amount', amount: 200 });
  const entries = await queryAll<LedgerRow>({ ...ledgerOf(SLUG, code), consistent: true });
  const newest = entries.find(({ context }) => context?.redemptionId === second);
  await undo(code, { type: 'amount', amount: 250 }, `undo:${newest?.transactionId}`);
  expect(await itemOf(code)).toMatchObject({ claimedMinor: 0, remainingMinor: 50_000 });
  expect(redemption(second)).toMatchObject({ sources: [{ refundedMinor: 25_000 }] });
  expect(redemption(first)).toMatchObject({ sources: [{ refundedMinor: 20_000 }] });
});
