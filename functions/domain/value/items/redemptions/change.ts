import { withoutCause } from '../../../../platform/cause.ts';
import { ApiError, conflict, notFound } from '../../../../platform/errors.ts';
import { itemChanges } from '../../../../platform/messages/item-changes.ts';
import { versionUnchanged } from '../../../../storage/conditions.ts';
import {
  commitOnce,
  IDEMPOTENCY_WRITE,
  recordReplyWrite,
  replyIn,
  type IdempotencyRecord,
  type Reply,
} from '../../../../storage/idempotency.ts';
import { pause } from '../../../../storage/retry.ts';
import { getRow, getRows } from '../../../../storage/table.ts';
import { TransactionRefused, transact, type Write } from '../../../../storage/transactions.ts';
import { companyKey, type CompanyRow } from '../../../company/companies/rows.ts';
import type { Cause } from '../ledger/ledger.ts';
import { termsOf } from '../load.ts';
import { actorOf, type Operator } from '../operate.ts';
import { itemKey, type ItemRow } from '../rows.ts';
import { readSuccessors } from '../successors.ts';
import type { ItemTerms } from '../rules.ts';
import { presentRedemption } from './present.ts';
import { redemptionKey, type RedemptionRow } from './rows.ts';

/** A redemption with its current items. */
export interface CurrentRedemption {
  row: RedemptionRow;
  /** By code of the source: the item, or its successor. */
  items: ReadonlyMap<string, ItemRow>;
  terms: ItemTerms;
  cause: Cause;
}

export interface RedemptionChange {
  row: RedemptionRow;
  /** Writes of the items of the redemption. */
  writes: Write[];
}

interface ChangeRequest {
  operator: Operator;
  id: string;
  idempotency: IdempotencyRecord;
  /** Returns the error if the state of the redemption does not allow the change. Called before items are read. */
  refusal: (row: RedemptionRow, atMs: number) => ApiError | undefined;
  /** Decides on the current state; undefined changes nothing. */
  decide: (current: CurrentRedemption) => RedemptionChange | undefined;
}

const ROUNDS = 40;

/**
 * Changes a redemption with its items and records the reply, in one transaction; decides again after a lost race.
 * Throws 404 for an unknown id and the errors thrown by `refusal` and `decide`.
 */
export const changeRedemption = async (request: ChangeRequest): Promise<Reply> => {
  const { operator, id, idempotency } = request;
  const keys = { row: redemptionKey(operator.company, id), company: companyKey(operator.company) };
  const rows = await getRows([keys.row, keys.company, idempotency.row], { consistent: true });
  const earlier = replyIn(idempotency, rows.get(idempotency.row));
  if (earlier) return earlier;
  const [row, company] = [rows.get<RedemptionRow>(keys.row), rows.get<CompanyRow>(keys.company)];
  if (!row || !company) throw notFound('redemption');
  return commitOnce(idempotency, () => changeInRounds(request, row, company));
};

const changeInRounds = async (request: ChangeRequest, first: RedemptionRow, company: CompanyRow): Promise<Reply> => {
  let row = first;
  for (let round = 1; round <= ROUNDS; round++) {
    const reply = await tryChange(request, row, company);
    if (reply) return reply;
    await pause(Math.min(round, 5));
    row = await latestOf(row);
  }
  throw conflict('item_busy', itemChanges('items_busy'), 1);
};

/** Tries the change once. Undefined after a lost race: another request changed the redemption or one of its items. */
const tryChange = async (
  request: ChangeRequest,
  row: RedemptionRow,
  company: CompanyRow,
): Promise<Reply | undefined> => {
  const terms = termsOf(company);
  const refusal = request.refusal(row, terms.nowMs);
  if (refusal) throw refusal;
  const cause: Cause = { by: actorOf(request.operator), requestId: row.id, atMs: terms.nowMs };
  const items = await itemsOf(row);
  try {
    const change = request.decide({ row, items, terms, cause });
    const after = change?.row ?? row;
    const reply: Reply = { status: 200, body: presentRedemption(after, terms.nowMs) };
    const record = recordReplyWrite(request.idempotency, reply);
    if (change) await transact([...change.writes, replaceRedemptionWrite(row, after), record]);
    else await withoutCause(() => transact([record]));
    return reply;
  } catch (error) {
    if (error instanceof TransactionRefused && error.failed(IDEMPOTENCY_WRITE) === undefined) return undefined;
    // The items may be newer than the redemption, if another request changed both between the two reads.
    if (error instanceof ApiError && (await latestOf(row)).version !== row.version) return undefined;
    throw error;
  }
};

const latestOf = async ({ company, id }: RedemptionRow): Promise<RedemptionRow> => {
  const latest = await getRow<RedemptionRow>(redemptionKey(company, id), { consistent: true });
  if (!latest) throw notFound('redemption');
  return latest;
};

const itemsOf = async ({ company, sources }: RedemptionRow): Promise<Map<string, ItemRow>> => {
  const items = await readSuccessors(sources.map(({ code }) => itemKey(company, code)));
  return new Map(
    sources.flatMap(({ code }) => {
      const item = items.get(itemKey(company, code).pk);
      return item ? [[code, item] as const] : [];
    }),
  );
};

/** Replaces a redemption, if its version is still the one that was read. */
export const replaceRedemptionWrite = (before: RedemptionRow, after: RedemptionRow): Write => {
  const put: RedemptionRow = { ...after, version: before.version + 1 };
  return { put, condition: versionUnchanged(before), name: before.pk };
};
