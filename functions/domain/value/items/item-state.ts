import { withoutCause } from '../../../platform/cause.ts';
import { invalid } from '../../../platform/errors.ts';
import { itemChanges } from '../../../platform/messages/item-changes.ts';
import { endOfDayMs, localDate, localDateTime } from '../../../platform/zones.ts';
import { once, recordReplyWrite, type IdempotencyRecord, type Reply } from '../../../storage/idempotency.ts';
import type { ReplyRecorder } from '../../../storage/request-guid.ts';
import { transact } from '../../../storage/transactions.ts';
import type { CompanyRow } from '../../company/companies/rows.ts';
import { extendedMarks } from './ledger/lapse.ts';
import { applyChange, type ItemChange } from './ledger/ledger.ts';
import { isGroupClaimable, loadItem } from './load.ts';
import { causeOf, operate, type Operator } from './operate.ts';
import { itemObject, presentBlock } from './present.ts';
import { AWAITING_PAYMENT, CANCELLED, EXPIRED, PAID, USED, type ItemMarks, type ItemRow } from './rows.ts';
import { cancelledReason, STATUS_NAMES, statusAt, type ItemTerms } from './rules.ts';
import { visibleOrNull } from '../../../platform/visible.ts';

export interface StateRequest {
  operator: Operator;
  code: string;
  reason: string | null;
  /** Id of the request in the ledger. */
  requestId: string;
  idempotency: IdempotencyRecord;
}

/** Records replies under an idempotency key, with the given status. */
export const recordingOf = (idempotency: IdempotencyRecord, requestId: string, status = 200): ReplyRecorder => ({
  guid: requestId,
  inputHash: idempotency.inputHash,
  reply: (_, body) => ({ status, body }),
  record: (reply) => recordReplyWrite(idempotency, reply),
});

/**
 * Changes the state of an item and replies with the item. `decide` returns undefined when there is nothing to change.
 */
export const changeState = (
  { operator, code, requestId, idempotency }: StateRequest,
  decide: (item: ItemRow, terms: ItemTerms, company: CompanyRow) => ItemChange | undefined,
): Promise<Reply> =>
  once(idempotency, async () => {
    const { item, terms, company } = await loadItem(operator, code);
    const recording = recordingOf(idempotency, requestId);
    let latest = item;
    let isGroup = false;
    return operate(item, operator, recording, {
      decide: async (current) => {
        latest = current;
        const change = decide(current, terms, company);
        const after = change ? applyChange(current, change, causeOf(operator, recording)).item : current;
        isGroup = await isGroupClaimable(after, terms);
        return change;
      },
      body: (after) => itemObject(after.item, terms, isGroup),
      recordUnchanged: async () => {
        const reply: Reply = { status: 200, body: itemObject(latest, terms, isGroup) };
        // A repeat must not change anything, even if the item has been blocked or unblocked since then.
        await withoutCause(() => transact([recordReplyWrite(idempotency, reply)]));
        return reply;
      },
    });
  });

/** Throws 422 for an item that is used, cancelled or not paid. */
export const assertStatusAllowed = (item: ItemRow, terms: ItemTerms): void => {
  const status = statusAt(item, terms.nowMs);
  if (item.replacedBy !== undefined) throw invalid('code', cancelledReason(item));
  const isRefused = status === USED || status === CANCELLED || status === AWAITING_PAYMENT;
  if (isRefused) throw invalid('code', itemChanges('status_refused', { status: STATUS_NAMES[status] }));
};

/**
 * Blocks an item: it cannot be claimed or held, and none of its claims can be undone
 * (lib/reference/items.md#block-extend-and-adjust). Holds stay and can be captured. Throws 422 for an item that is
 * used, cancelled or not paid.
 */
export const blockItem = (request: StateRequest): Promise<Reply> =>
  changeState(request, (item, terms) => {
    if (item.blocked) return undefined;
    assertStatusAllowed(item, terms);
    const reason = visibleOrNull(request.reason);
    return stateChange('block', item, reason, { blocked: { reason, atMs: terms.nowMs } });
  });

/** Ends a block. No effect on an item that is not blocked. */
export const unblockItem = (request: StateRequest): Promise<Reply> =>
  changeState(request, (item) =>
    item.blocked ? stateChange('unblock', item, request.reason, { blocked: undefined }) : undefined,
  );

const stateChange = (
  kind: 'block' | 'unblock',
  item: ItemRow,
  note: string | null,
  marks: Pick<ItemMarks, 'blocked'>,
): ItemChange => ({
  kind,
  deltaMinor: 0,
  deltaPieces: 0,
  status: item.status,
  note,
  marks,
  changes: [{ member: 'blocked', before: presentBlock(item), after: presentBlock(marks) }],
});

/**
 * Extends the validity of an item to the end of a day of the company (`YYYY-MM-DD`). An expired item with remaining
 * value becomes Paid again. Throws 422 on `validity` for a day that is not later than both today and the current end of
 * validity, and on `code` for an item that is used, cancelled or not paid.
 */
export const extendItem = (request: StateRequest & { validity: string }): Promise<Reply> =>
  changeState(request, (item, terms) => {
    assertStatusAllowed(item, terms);
    const current = localDate(item.validUntilMs, terms.zone);
    const today = localDate(terms.nowMs, terms.zone);
    if (request.validity <= current || request.validity <= today) {
      throw invalid('validity', itemChanges('validity_too_early', { day: current }));
    }
    const validUntilMs = endOfDayMs(request.validity, terms.zone);
    const before = statusAt(item, terms.nowMs);
    const isBack = before === EXPIRED && item.remainingPieces > 0;
    return {
      kind: 'extend',
      deltaMinor: 0,
      deltaPieces: 0,
      status: isBack ? PAID : item.status,
      note: request.reason,
      marks: extendedMarks(item, terms.nowMs),
      changes: [
        {
          member: 'validity',
          before: localDateTime(item.validUntilMs, terms.zone),
          after: localDateTime(validUntilMs, terms.zone),
        },
        ...(isBack ? [{ member: 'status_name', before: STATUS_NAMES[before], after: STATUS_NAMES[PAID] }] : []),
      ],
      facts: { validUntilMs, orderValidUntilMs: item.orderItems === 1 ? validUntilMs : item.orderValidUntilMs },
    };
  });
