import { lastOfCode } from '../../catalog/codes/rules.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { MemberChange } from '../../../platform/cause.ts';
import { decimalFromMinor } from '../../../platform/decimals.ts';
import { isObject } from '../../../platform/is-object.ts';
import type { AuditRow } from '../../../storage/audit.ts';
import type { RedemptionRow } from '../../value/items/redemptions/rows.ts';
import type { LedgerRow } from '../../value/items/rows.ts';
import type { WebhookEventRow } from '../../notifications/webhooks/rows.ts';

/** A row that records the actor of a change: an audit entry, a ledger entry, a hold, or an event of an order. */
export type AuditedRow = AuditRow | LedgerRow | RedemptionRow | WebhookEventRow;

/** The audit entry of a row of any type. */
export interface AuditRecord {
  /** A route (`create-api-key`), an event of an order (`order.refunded`), or of an item (`item.claim`). */
  operation: string;
  by: Actor;
  atMs: number;
  subject: Record<string, string>;
  requestId: string | null;
  /** Old and new values, if the operation records them. */
  changes?: readonly MemberChange[];
}

const HOLD = 'create-redemption';

/**
 * The audit entry of a row. Undefined for an event without an actor, such as a ping, whose audit entry is a separate
 * row.
 */
export const auditEntryOf = (row: AuditedRow): AuditRecord | undefined => {
  if (row.type === 'audit') {
    const { operation, by, atMs, subject, requestId, changes } = row;
    return { operation, by, atMs, subject, requestId, ...(changes ? { changes } : {}) };
  }
  if (row.type === 'ledger') {
    const { kind, by, atMs, code, transactionId } = row;
    return {
      operation: `item.${kind}`,
      by,
      atMs,
      subject: { code, transaction_id: transactionId },
      // Changes by the service itself have no request.
      requestId: by.system === undefined ? row.requestId : null,
      changes: [...balanceChanges(row), ...(row.changes ?? [])],
    };
  }
  if (row.type === 'redemption') {
    const { by, createdAtMs: atMs, id } = row;
    return { operation: HOLD, by, atMs, subject: { redemption_id: id }, requestId: null };
  }
  const { eventType: operation, by, occurredAtMs: atMs, orderId } = row;
  return by && { operation, by, atMs, subject: orderId === undefined ? {} : { order_id: orderId }, requestId: null };
};

/** The old and new value of an item, with the names and units that the item's history uses. */
const balanceChanges = ({
  deltaMinor,
  deltaPieces,
  balanceMinor,
  balancePieces,
  currency,
}: LedgerRow): MemberChange[] => {
  const value = (minor: number) => decimalFromMinor(minor, currency);
  const changes = [
    { member: 'remaining_amount', before: value(balanceMinor - deltaMinor), after: value(balanceMinor) },
    { member: 'remaining_pieces', before: balancePieces - deltaPieces, after: balancePieces },
  ];
  return changes.filter(({ before, after }) => before !== after);
};

/** Type of the rows that record an operation. */
export const rowTypeOf = (operation: string): AuditedRow['type'] => {
  if (operation.startsWith('item.')) return 'ledger';
  if (operation === HOLD) return 'redemption';
  return operation.startsWith('order.') ? 'webhook-event' : 'audit';
};

/** A code as shown to users who may not redeem it. */
export const maskCode = (code: string): string => `…${lastOfCode(code)}`;

const isObjectWithCode = (value: unknown): value is { code: string } =>
  isObject(value) && typeof value['code'] === 'string';

/** A created or removed object with its code masked. Any other value is unchanged. */
const withMaskedCode = (value: unknown): unknown =>
  isObjectWithCode(value) ? { ...value, code: maskCode(value.code) } : value;

/** An entry for readers who may not redeem: codes in its subject and in its changes are masked. */
export const withMaskedCodes = <T extends { subject: Record<string, string>; changes: readonly MemberChange[] }>(
  entry: T,
): T => {
  const { code } = entry.subject;
  return {
    ...entry,
    subject: code === undefined ? entry.subject : { ...entry.subject, code: maskCode(code) },
    changes: entry.changes.map(({ member, before, after }) => ({
      member,
      before: withMaskedCode(before),
      after: withMaskedCode(after),
    })),
  };
};
