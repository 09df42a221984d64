import { chunksOf } from '../../../../platform/chunks.ts';
import { stopDryRun } from '../../../../platform/dry-run.ts';
import { nowMs } from '../../../../platform/clock.ts';
import { ApiError, conflict, invalid, notFound } from '../../../../platform/errors.ts';
import { itemChanges } from '../../../../platform/messages/item-changes.ts';
import { log } from '../../../../platform/log.ts';
import { membersAre } from '../../../../storage/conditions.ts';
import { rowUpdate } from '../../../../storage/row-update.ts';
import { ConditionFailed, getRow, putRow, queryAll, updateRow, type Key } from '../../../../storage/table.ts';
import { pause } from '../../../../storage/retry.ts';
import { TRANSACTION_MAX_WRITES, TransactionRefused, transact, type Write } from '../../../../storage/transactions.ts';
import { IDEMPOTENCY_WRITE, type Reply } from '../../../../storage/idempotency.ts';
import type { ReplyRecorder } from '../../../../storage/request-guid.ts';
import { companyKey, type CompanyRow } from '../../../company/companies/rows.ts';
import { assertEachWhole, assertWholeOrder, claimWrites } from './group-claim.ts';
import { UNCLAIM_WRITES_MAX, unclaimWrites } from './unclaim.ts';
import { ITEMS_PER_TRANSACTION } from '../issuance/issue.ts';
import { orderClaimKey, type OrderClaimRow } from '../issuance/item-orders.ts';
import { touchedOfOrder, USED, type ItemRow } from '../rows.ts';
import type { Cause } from '../ledger/ledger.ts';
import { termsOf } from '../load.ts';
import { groupPreview } from '../preview.ts';
import { readItemsOfOrder } from '../of-order-id.ts';
import type { ItemTerms } from '../rules.ts';
import { untilDoneOrStalled } from '../issuance/wait-for-progress.ts';
import { rowOfType } from '../../../../storage/row-of-type.ts';

interface StepwiseClaim {
  orderId: string;
  /** All items of the order as read. */
  items: readonly ItemRow[];
  reply: Reply;
  cause: Cause;
  terms: ItemTerms;
  recording: ReplyRecorder;
}

type State = OrderClaimRow['state'];

const ROUNDS = 40;
const UNCLAIMED_PER_TRANSACTION = Math.floor(TRANSACTION_MAX_WRITES / UNCLAIM_WRITES_MAX);

/** Name of the write or check of the claim's row in each step. */
const CLAIM_WRITE = 'order-claim';

/** Whether an earlier step of this request has claimed an item. */
const isOurs = (item: ItemRow, { requestId }: OrderClaimRow): boolean =>
  item.status === USED && item.lastClaimRequestId === requestId;

const causeOf = ({ by, requestId }: OrderClaimRow): Cause => ({ by, requestId, atMs: nowMs() });

/**
 * Claims an order with many items. First writes a row that marks the claim as in progress. Every step checks this row,
 * and the last step ends the claim together with the recorded reply. When a step is refused, the earlier steps are
 * undone. If this call crashes, the worker that follows the row completes or undoes the claim.
 */
export const claimInSteps = async ({
  orderId,
  items,
  reply,
  cause,
  terms,
  recording,
}: StepwiseClaim): Promise<void> => {
  const record = recording.record(reply);
  const company = items[0]?.company ?? '';
  if (!('put' in record)) throw new Error('A reply must be recorded by a put');
  const claim: OrderClaimRow = {
    ...orderClaimKey(company, orderId, cause.requestId),
    type: 'order-claim',
    v: 1,
    company,
    orderId,
    state: 'claiming',
    by: cause.by,
    requestId: cause.requestId,
    answer: record.put,
  };
  assertClaimable(claim, items, terms);
  stopDryRun(() => groupPreview(reply.body, items));
  if ((await begin(claim, terms)) === 'claiming') await run(claim, terms, items);
};

const assertClaimable = (claim: OrderClaimRow, items: readonly ItemRow[], terms: ItemTerms): void => {
  assertWholeOrder(items);
  assertEachWhole(
    items.filter((item) => !isOurs(item, claim)),
    terms,
  );
};

/**
 * Puts the row, or joins an earlier attempt of the same request. If that attempt is being undone, first undoes it
 * completely.
 */
const begin = async (claim: OrderClaimRow, terms: ItemTerms): Promise<State> => {
  try {
    await putRow(claim, {
      expression: 'attribute_not_exists(pk) OR #state = :undone',
      names: { '#state': 'state' },
      values: { ':undone': 'undone' satisfies State },
    });
    return 'claiming';
  } catch (error) {
    if (!(error instanceof ConditionFailed) || !error.row) throw error;
    const latest = rowOfType<OrderClaimRow>('order-claim', error.row);
    if (latest.state !== 'undoing') return latest.state;
    await undo(latest, terms);
    return begin(claim, terms);
  }
};

/** Claims the items that are not claimed yet. On an error, undoes the earlier steps and throws the error. */
const run = async (claim: OrderClaimRow, terms: ItemTerms, first: readonly ItemRow[]): Promise<void> => {
  let items = first;
  for (let round = 1; round <= ROUNDS; round++) {
    try {
      assertClaimable(claim, items, terms);
      await steps(
        claim,
        items.filter((item) => !isOurs(item, claim)),
        terms,
      );
      return;
    } catch (error) {
      const outcome = outcomeOf(error);
      if (outcome === 'done') return;
      if (outcome === 'refused') return undoAndThrow(error, claim, terms);
    }
    await pause(round);
    items = await readItemsOfOrder(claim.company, claim.orderId);
  }
  await undoAndThrow(invalid('order_id', itemChanges('order_items_busy')), claim, terms);
};

/**
 * Claims items in steps. Each step is conditional on the claim in progress, and the last step ends it. The steps are
 * sequential, because all of them check the row of the claim.
 */
const steps = async (claim: OrderClaimRow, items: readonly ItemRow[], terms: ItemTerms): Promise<void> => {
  const count = Math.max(1, Math.ceil(items.length / ITEMS_PER_TRANSACTION));
  for (let step = 0; step < count; step++) {
    const part = items.slice(step * ITEMS_PER_TRANSACTION, (step + 1) * ITEMS_PER_TRANSACTION);
    const writes = part.flatMap((item) => claimWrites(item, causeOf(claim), terms));
    await transact([...writes, ...(step === count - 1 ? lastWrites(claim) : [checkWrite(claim)])]);
  }
};

const STILL_CLAIMING = membersAre({ state: 'claiming' satisfies State });

const checkWrite = ({ pk, sk }: OrderClaimRow): Write => ({
  check: { pk, sk },
  condition: STILL_CLAIMING,
  name: CLAIM_WRITE,
});

const lastWrites = (claim: OrderClaimRow): Write[] => {
  const done: OrderClaimRow = { ...claim, state: 'done' };
  return [
    { put: done, condition: STILL_CLAIMING, name: CLAIM_WRITE },
    { put: claim.answer, condition: { expression: 'attribute_not_exists(reply)' }, name: IDEMPOTENCY_WRITE },
  ];
};

/** `done` (possibly by another run of this request), `again` after a lost race for items, or `refused`. */
const outcomeOf = (error: unknown): 'done' | 'again' | 'refused' => {
  if (!(error instanceof TransactionRefused)) return 'refused';
  const claim = rowOfType<OrderClaimRow>('order-claim', error.failed(CLAIM_WRITE)?.row);
  if (claim) return claim.state === 'done' ? 'done' : 'refused';
  return error.failed(IDEMPOTENCY_WRITE) ? 'refused' : 'again';
};

/** Undoes the claim and throws the reason, unless another run has completed it in the meantime. */
const undoAndThrow = async (reason: unknown, claim: OrderClaimRow, terms: ItemTerms): Promise<void> => {
  const state = await undo(claim, terms).catch((error: unknown) => {
    log.warn('A group claim could not be undone; the worker will undo it', { cause: error });
  });
  if (state === 'done') return;
  const isOfClaim = reason instanceof TransactionRefused && reason.failed(CLAIM_WRITE);
  throw isOfClaim ? conflict('request_in_progress', itemChanges('claim_being_undone'), 1) : reason;
};

/** Undoes the steps; a pending refund then withdraws its share. Returns the state in which the claim ended. */
const undo = async (claim: OrderClaimRow, terms: ItemTerms): Promise<State> => {
  const state = await changeState(claim, 'claiming', 'undoing');
  if (state !== 'undoing') return state;
  const cause: Cause = { ...causeOf(claim), requestId: `${claim.requestId}/undone` };
  for (let round = 1; ; round++) {
    const items = await readItemsOfOrder(claim.company, claim.orderId);
    const ours = items.filter((item) => isOurs(item, claim));
    if (ours.length === 0) return changeState(claim, 'undoing', 'undone');
    await unclaim(ours, cause, terms);
    await pause(Math.min(round, 5));
  }
};

/** Undoes claims, one step at a time. Omits items that have changed; the caller reads them again. */
const unclaim = async (items: readonly ItemRow[], cause: Cause, terms: ItemTerms): Promise<void> => {
  for (let part of chunksOf(items, UNCLAIMED_PER_TRANSACTION)) {
    while (part.length > 0) {
      try {
        await transact(part.flatMap((item) => unclaimWrites(item, cause, terms)));
        break;
      } catch (error) {
        if (!(error instanceof TransactionRefused)) throw error;
        const changed = new Set(error.failures.map(({ name }) => name));
        part = part.filter(({ pk }) => !changed.has(pk));
      }
    }
  }
};

/** Changes the state of the claim. Returns the resulting state, which another run may have chosen. */
const changeState = async (claim: OrderClaimRow, from: State, to: State): Promise<State> => {
  try {
    await updateRow(rowUpdate({ key: claim, set: { state: to }, if: membersAre({ state: from }) }));
    return to;
  } catch (error) {
    if (!(error instanceof ConditionFailed) || !error.row) throw error;
    return rowOfType<OrderClaimRow>('order-claim', error.row).state;
  }
};

/** Completes a claim whose request did not finish. */
export const completeOrderClaim = async (key: Key): Promise<void> => {
  let claim: OrderClaimRow | undefined;
  const readLeft = async (): Promise<number | undefined> => {
    claim = await getRow<OrderClaimRow>(key, { consistent: true });
    if (claim?.state !== 'claiming' && claim?.state !== 'undoing') return undefined;
    return (await queryAll<Key>(touchedOfOrder(claim.company, claim.orderId))).length;
  };
  if ((await untilDoneOrStalled(readLeft)) === 'done' || !claim) return;
  const company = await getRow<CompanyRow>(companyKey(claim.company));
  if (!company) throw notFound('company');
  try {
    if (claim.state === 'undoing') await undo(claim, termsOf(company));
    else await run(claim, termsOf(company), await readItemsOfOrder(claim.company, claim.orderId));
  } catch (error) {
    // A refused claim has been undone, so there is nothing left to do.
    if (!(error instanceof ApiError && error.status < 500) && !(error instanceof TransactionRefused)) throw error;
  }
};
