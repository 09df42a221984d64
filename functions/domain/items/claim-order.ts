import { invalid, notFound } from '../../platform/errors.ts';
import { getRow, pause } from '../../storage/table.ts';
import { TransactionRefused, transact } from '../../storage/transactions.ts';
import type { Reply } from '../../storage/idempotency.ts';
import type { Recording } from '../../storage/request-guid.ts';
import { companyKey, type CompanyRow } from '../companies/items.ts';
import { readOrder } from '../orders/read.ts';
import { changeWrites } from './change.ts';
import { USED, type ItemRow } from './items.ts';
import { ITEMS_PER_TRANSACTION } from './issue.ts';
import { changed, type Cause } from './ledger.ts';
import { termsOf } from './load.ts';
import { groupCodeOf } from './of-order.ts';
import { readItemsOfOrder } from './of-order-id.ts';
import { causeOf, type Operator } from './operate.ts';
import { claimError, decideClaim, decideRefund, type ItemTerms } from './rules.ts';

const ROUNDS = 20;

export interface OrderClaim {
  orderId: string;
  groupCode: string | undefined;
}

interface Context {
  cause: Cause;
  terms: ItemTerms;
  recording: Recording;
}

/**
 * Redeems every item of an order, all or none. An order of more items than one transaction takes is redeemed in
 * steps; a step that is refused gives back the steps before it. Throws 404 for an unknown order, 422 when one of its items cannot
 * be claimed whole or none was issued yet.
 */
export const claimOrder = async (
  operator: Operator,
  { orderId, groupCode }: OrderClaim,
  recording: Recording,
): Promise<Reply> => {
  const [first, company] = await Promise.all([
    readItemsOfOrder(operator.company, orderId),
    getRow<CompanyRow>(companyKey(operator.company)),
  ]);
  if (!company) throw notFound('company');
  if (first.length === 0) {
    await readOrder(operator.company, orderId);
    throw invalid('order_id', 'Nothing has been issued for this order yet.');
  }
  if (groupCode !== undefined && groupCode.trim().toLowerCase() !== groupCodeOf(orderId)) {
    throw invalid('group_code', 'The order has no group with this code.');
  }
  const context = { cause: causeOf(operator, recording), terms: termsOf(company), recording };
  const reply = recording.reply(200, {
    info: `${first.length} items of order ${orderId}`,
    message: 'All items of the order are redeemed.',
  });
  let items = first;
  for (let round = 1; round <= ROUNDS; round++) {
    assertWholeOrder(items);
    const open = items.filter((item) => !isOurs(item, context));
    try {
      assertClaimable(open, context.terms);
      await claimInSteps(open, reply, context);
      return reply;
    } catch (error) {
      if (!isLostRace(error, items)) {
        await giveBack(operator.company, orderId, context);
        throw error;
      }
    }
    await pause(round);
    items = await readItemsOfOrder(operator.company, orderId);
  }
  throw invalid('order_id', 'The items of this order are being changed by others. Try again.');
};

/** The index may be a moment behind what was just issued: part of an order is never claimed as the whole. */
const assertWholeOrder = (items: readonly ItemRow[]): void => {
  if (items.length !== items[0]?.orderItems) {
    throw invalid('order_id', 'The items of this order are still being issued. Try again.');
  }
};

/** Claimed by an earlier step of this very request. */
const isOurs = (item: ItemRow, { cause }: Context): boolean =>
  item.status === USED && item.lastRequestId === cause.requestId;

const assertClaimable = (items: readonly ItemRow[], terms: ItemTerms): void => {
  for (const item of items) {
    const touched = item.claimedMinor + item.withdrawnMinor > 0 || item.remainingPieces < item.pieces;
    const reason = claimError(item, terms) ?? (touched ? 'A part of it has been used already.' : null);
    if (reason !== null) throw invalid('order_id', `The order cannot be claimed as a group. ${item.code}: ${reason}`);
  }
};

const claimInSteps = async (items: readonly ItemRow[], reply: Reply, context: Context): Promise<void> => {
  const steps = Math.max(1, Math.ceil(items.length / ITEMS_PER_TRANSACTION));
  for (let step = 0; step < steps; step++) {
    const part = items.slice(step * ITEMS_PER_TRANSACTION, (step + 1) * ITEMS_PER_TRANSACTION);
    const writes = part.flatMap((item) => {
      const decision = decideClaim(item, { type: 'all', note: 'order claim' }, context.terms);
      return changeWrites(item, changed(item, decision.change, context.cause));
    });
    const last = step === steps - 1;
    await transact([...writes, ...(last ? [context.recording.record(reply)] : [])]);
  }
};

const isLostRace = (error: unknown, items: readonly ItemRow[]): boolean => {
  if (!(error instanceof TransactionRefused)) return false;
  const keys = new Set(items.map(({ pk }) => pk));
  return error.failures.every(({ name }) => name !== undefined && keys.has(name));
};

/** Takes back the steps of a claim that cannot be completed. */
const giveBack = async (company: string, orderId: string, context: Context): Promise<void> => {
  const items = await readItemsOfOrder(company, orderId);
  const cause: Cause = { ...context.cause, requestId: `${context.cause.requestId}/undone` };
  for (const item of items.filter((each) => isOurs(each, context))) {
    const { change } = decideRefund(item, { type: 'all', note: 'order claim undone' }, context.terms);
    await transact(changeWrites(item, changed(item, change, cause)));
  }
};
