import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deriveCode } from '../../../functions/domain/catalog/codes/rules.ts';
import { companyKey, type CompanyRow } from '../../../functions/domain/company/companies/rows.ts';
import type { RequestedPortion } from '../../../functions/domain/value/items/amount.ts';
import { applyChange, issueItem } from '../../../functions/domain/value/items/ledger/ledger.ts';
import type { Operator } from '../../../functions/domain/value/items/operate.ts';
import {
  itemKey,
  PAID,
  type ItemFacts,
  type ItemRow,
  type LedgerRow,
  USED,
} from '../../../functions/domain/value/items/rows.ts';
import { refundItem } from '../../../functions/domain/value/items/withdrawal/refund.ts';
import { importOperatorData } from '../../../functions/domain/administration/operator-data/import.ts';
import { undoPortion } from '../../../functions/desk/counter/undo-portion.ts';
import { undoGuid } from '../../../functions/desk/counter/undoable.ts';
import { clock } from '../../../functions/platform/clock.ts';
import { ApiError } from '../../../functions/platform/errors.ts';
import { documents } from '../../../functions/storage/client.ts';
import { withRequestGuid } from '../../../functions/storage/request-guid.ts';
import { getRow, putRow, queryAll } from '../../../functions/storage/table.ts';
import { ledgerOf } from '../../support/ledger.ts';
import { MemoryTable } from '../../simulation/memory-table.ts';
import { NOW_MS, sampleFacts } from '../items/sample.ts';
import { company } from '../operator-data/samples.ts';

process.env['APP_SECRET'] ??= '00'.repeat(32);

const SLUG = 'till';
const { send } = documents;
const { nowMs } = clock;
const table = new MemoryTable();
const direct = table.carry;
let shop: CompanyRow;

beforeAll(async () => {
  table.install();
  clock.nowMs = () => NOW_MS;
  await importOperatorData({ companies: [company(SLUG)] });
  shop = (await getRow<CompanyRow>(companyKey(SLUG)))!;
});
afterAll(() => {
  Object.assign(documents, { send });
  clock.nowMs = nowMs;
});

const operator: Operator = { company: SLUG, home: SLUG, keyId: 'user:mads', user: 'mads' };

/** Sequential claims of an item; the first of them is undone. */
interface ClaimCase {
  facts: Partial<ItemFacts>;
  claims: { minor: number; pieces: number }[];
}

/** Claims, and a refund by a partner that gives back the first of them. */
interface Race extends ClaimCase {
  partner: RequestedPortion;
  name: string;
}

const RACES: Race[] = [
  {
    name: 'a card, as much as was redeemed',
    facts: { valueMinor: 50_000 },
    claims: [
      { minor: 20_000, pieces: 0 },
      { minor: 25_000, pieces: 0 },
    ],
    partner: { type: 'amount', amount: 200 },
  },
  {
    name: 'a card, a part that only the undone redemption can have',
    facts: { valueMinor: 50_000 },
    claims: [
      { minor: 20_000, pieces: 0 },
      { minor: 25_000, pieces: 0 },
    ],
    partner: { type: 'amount', amount: 450 },
  },
  {
    name: 'a ticket for several seats',
    facts: { itemType: 'TICKET', valueMinor: 60_000, pieces: 6 },
    claims: [
      { minor: 20_000, pieces: 2 },
      { minor: 30_000, pieces: 3 },
    ],
    partner: { type: 'piece', number: 2 },
  },
  {
    name: 'an experience that is redeemed whole',
    facts: { itemType: 'GIFTCARD VARIATION', valueMinor: 10_000 },
    claims: [{ minor: 10_000, pieces: 1 }],
    partner: { type: 'all' },
  },
];

let items = 0;
const claimed = async ({ facts, claims }: ClaimCase): Promise<{ code: string; transaction: string }> => {
  const code = deriveCode('undo', String(++items));
  const isSpent = claims.reduce((left, { minor }) => left - minor, facts.valueMinor ?? 0) === 0;
  let { item, entry } = issueItem({
    facts: sampleFacts({ company: SLUG, code, ...facts }),
    status: PAID,
    by: {},
    requestId: 'issue',
  });
  await putRow(entry);
  let transaction = '';
  for (const [at, { minor, pieces }] of claims.entries()) {
    const status = isSpent && at === claims.length - 1 ? USED : PAID;
    const claim = { kind: 'claim', deltaMinor: -minor, deltaPieces: -pieces, status } as const;
    ({ item, entry } = applyChange(item, claim, { by: {}, requestId: `claim-${at}`, atMs: NOW_MS }));
    if (at === 0) transaction = entry.transactionId;
    await putRow(entry);
  }
  await putRow(item);
  return { code, transaction };
};

const codeOf = (error: unknown): string => {
  if (error instanceof ApiError) return error.code;
  throw error;
};

const undo = async (code: string, transaction: string): Promise<string> => {
  const guid = undoGuid(transaction);
  const request = { company: SLUG, operation: 'desk-undo', guid, input: { code } };
  return withRequestGuid(request, (recording) =>
    refundItem(operator, code, undoPortion({ company: shop, language: 'en' }, transaction), recording),
  ).then(() => 'done', codeOf);
};

const refundPortion = async (code: string, portion: RequestedPortion): Promise<string> => {
  const request = { company: SLUG, operation: 'refund-item', guid: undefined, input: {} };
  return withRequestGuid(request, (recording) => refundItem(operator, code, portion, recording)).then(
    () => 'done',
    codeOf,
  );
};

const refundsOf = async (code: string): Promise<LedgerRow[]> => {
  const entries = await queryAll<LedgerRow>({ ...ledgerOf(SLUG, code), consistent: true });
  return entries.filter(({ kind }) => kind === 'refund');
};
const itemOf = async (code: string): Promise<ItemRow> =>
  (await getRow<ItemRow>(itemKey(SLUG, code), { consistent: true }))!;

/**
 * Runs the undo with a refund by a partner just before its table call number `at`; false when there is no such call.
 */
const race = async (code: string, transaction: string, { at, partner }: { at: number; partner: RequestedPortion }) => {
  let calls = 0;
  let refunded: string | undefined;
  table.carry = async ({ effect }) => {
    if (calls++ === at) {
      table.carry = direct;
      refunded = await refundPortion(code, partner);
    }
    return effect();
  };
  const undone = await undo(code, transaction);
  table.carry = direct;
  return { undone, refunded };
};

describe.each(RACES)('a redemption that is undone while a partner restores $name', (each) => {
  it('is given back once, regardless of the step at which the refund runs', async () => {
    let at = 0;
    for (; ; at++) {
      const { code, transaction } = await claimed(each);
      const before = await itemOf(code);
      const { undone, refunded } = await race(code, transaction, { at, partner: each.partner });
      if (refunded === undefined) break;
      const after = await itemOf(code);
      const refunds = await refundsOf(code);
      // The partner's refund was committed first each time, so the undo is based on its result.
      expect([undone, refunded, refunds.length]).toEqual(['already_given_back', 'done', 1]);
      expect(after.remainingMinor - before.remainingMinor).toBe(refunds[0]?.deltaMinor);
    }
    expect(at).toBeGreaterThan(4);
  });
});

it('a redemption is undone although a concurrent refund changes the history, but not the redemption', async () => {
  const { code, transaction } = await claimed(RACES[0]!);
  const { undone, refunded } = await race(code, transaction, { at: 3, partner: { type: 'amount', amount: 50 } });
  expect([undone, refunded]).toEqual(['done', 'done']);
  expect((await itemOf(code)).remainingMinor).toBe(30_000);
});

it('a redemption is undone once when many forms are submitted concurrently', async () => {
  const { code, transaction } = await claimed(RACES[0]!);
  const outcomes = await Promise.all([1, 2, 3, 4].map(() => undo(code, transaction)));
  expect(outcomes.filter((outcome) => outcome !== 'done' && outcome !== 'request_in_progress')).toEqual([]);
  expect(await refundsOf(code)).toHaveLength(1);
});
