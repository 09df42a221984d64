import { invalid, notFound } from '../../../../platform/errors.ts';
import { itemChanges } from '../../../../platform/messages/item-changes.ts';
import { outcomes } from '../../../../platform/messages/outcomes.ts';
import { getRow } from '../../../../storage/table.ts';
import { retryOnConflict } from '../../../../storage/retry.ts';
import { TransactionRefused, transact } from '../../../../storage/transactions.ts';
import type { Reply } from '../../../../storage/idempotency.ts';
import type { ReplyRecorder } from '../../../../storage/request-guid.ts';
import { companyKey, type CompanyRow } from '../../../company/companies/rows.ts';
import { loadOrder } from '../../../checkout/orders/load.ts';
import { claimInSteps } from './claim-in-steps.ts';
import { assertEachWhole, assertGroupClaimable, claimWrites } from './group-claim.ts';
import { ITEMS_PER_TRANSACTION } from '../issuance/issue.ts';
import { groupPreview } from '../preview.ts';
import type { ItemRow } from '../rows.ts';
import type { Cause } from '../ledger/ledger.ts';
import { termsOf } from '../load.ts';
import { groupCodeOf } from '../issuance/of-order.ts';
import { readItemsOfOrder, touchedItemOf } from '../of-order-id.ts';
import { causeOf, type Operator } from '../operate.ts';
import type { ItemTerms } from '../rules.ts';

const ROUNDS = 20;

interface OrderClaim {
  orderId: string;
  groupCode: string | undefined;
  /** Number of items that the caller was shown; the claim is refused when it differs. */
  seen?: number;
}

interface Context {
  company: string;
  orderId: string;
  cause: Cause;
  terms: ItemTerms;
  recording: ReplyRecorder;
}

/**
 * Redeems every item of an order, all or none. An order with more items than one transaction can hold is redeemed in
 * steps, which are always completed or undone. Throws 404 for an unknown order, and 422 when one of its items cannot be
 * claimed in full or none was issued yet.
 */
export const claimOrder = async (
  operator: Operator,
  { orderId, groupCode, seen }: OrderClaim,
  recording: ReplyRecorder,
): Promise<Reply> => {
  const [touched, company] = await Promise.all([
    touchedItemOf(operator.company, orderId),
    getRow<CompanyRow>(companyKey(operator.company)),
  ]);
  if (!company) throw notFound('company');
  if (touched) {
    assertGroupCode(groupCode, orderId);
    assertEachWhole([touched], termsOf(company));
  }
  const items = await readItemsOfOrder(operator.company, orderId);
  if (items.length === 0) {
    await loadOrder(operator.company, orderId);
    throw invalid('order_id', itemChanges('order_items_none'));
  }
  assertGroupCode(groupCode, orderId);
  assertSeen(seen, items.length);
  const context: Context = {
    company: operator.company,
    orderId,
    cause: causeOf(operator, recording),
    terms: termsOf(company),
    recording,
  };
  const reply = recording.reply(200, {
    info: `${items.length} ${items.length === 1 ? 'item' : 'items'} of order ${orderId}`,
    message: outcomes('order_redeemed'),
  });
  if (items.length > ITEMS_PER_TRANSACTION) await claimInSteps({ items, reply, ...context });
  else await claimAtOnce(items, reply, context);
  return reply;
};

const assertGroupCode = (groupCode: string | undefined, orderId: string): void => {
  if (groupCode === undefined || groupCode.trim().toLowerCase() === groupCodeOf(orderId)) return;
  throw invalid('group_code', itemChanges('group_unknown'));
};

const assertSeen = (seenCount: number | undefined, items: number): void => {
  if (seenCount === undefined || seenCount === items) return;
  throw invalid('order_id', itemChanges('order_items_differ'));
};

const claimAtOnce = async (items: readonly ItemRow[], reply: Reply, context: Context): Promise<void> => {
  let latest = items;
  const claim = async (attempt: number): Promise<void> => {
    // An item may have been replaced.
    if (attempt > 1) latest = await readItemsOfOrder(context.company, context.orderId);
    assertGroupClaimable(latest, context.terms);
    const claims = latest.flatMap((item) => claimWrites(item, context.cause, context.terms));
    await transact([...claims, context.recording.record(reply)], () => groupPreview(reply.body, latest));
  };
  const areItemsChanged = (error: unknown): boolean => {
    if (!(error instanceof TransactionRefused)) return false;
    const keys = new Set(latest.map(({ pk }) => pk));
    return error.failures.every(({ name, row }) => row && name !== undefined && keys.has(name));
  };
  const busy = () => invalid('order_id', itemChanges('order_items_busy'));
  await retryOnConflict(claim, areItemsChanged, { attempts: ROUNDS, busy });
};
