import { isDeepStrictEqual } from 'node:util';
import type { StoredReason } from '../../../platform/messages/stored.ts';
import { everyRow } from '../../../storage/every-row.ts';
import { packedBody, unpackedBody } from '../../../storage/packed-replies.ts';
import { retryOnConflict } from '../../../storage/retry.ts';
import { rowUpdate } from '../../../storage/row-update.ts';
import { ConditionFailed, updateRow, type Condition, type Row } from '../../../storage/table.ts';
import type { MailRow } from '../../notifications/mail/rows.ts';
import type { ShipmentRow } from '../../fulfillment/shipments/rows.ts';
import type { WebhookDeliveryRow } from '../../notifications/webhooks/rows.ts';
import { hasAddressAnywhere } from './mentions.ts';
import { erasedReply, erasedShipment, isSameAddress } from './rules.ts';
import { rowOfType } from '../../../storage/row-of-type.ts';

interface RecordedReply extends Row {
  reply?: { status: number; headers: Record<string, string>; body: string | null; message?: StoredReason };
}

/** Ids of a person's orders, and of the webhook events of the person's items. */
export interface TracedIds {
  orders: ReadonlySet<string>;
  events: ReadonlySet<string>;
}

/**
 * Erases a person from records about orders and items: recorded replies, shipments, emails and webhook deliveries.
 * Events contain no personal data. Rows are kept, so that a repeated request still gets its reply and is not executed
 * again. Returns the number of changed rows.
 */
export const eraseTraces = async (company: string, email: string, ids: TracedIds): Promise<number> => {
  let changed = 0;
  for await (const row of everyRow(company)) {
    if (await eraseIn(row, email, ids)) changed++;
  }
  return changed;
};

/**
 * Writes the members of a row that must change, if they are as they were read. Otherwise decides again, so that
 * concurrent changes are kept. Returns whether it has changed the row.
 */
const eraseIn = (row: Row, email: string, ids: TracedIds): Promise<boolean> => {
  let latest: Row | undefined = row;
  const isConflict = (error: unknown): boolean => {
    if (!(error instanceof ConditionFailed)) return false;
    latest = error.row;
    return true;
  };
  return retryOnConflict(async () => {
    const change = latest && changeOf(latest, email, ids);
    if (!latest || !change) return false;
    await updateRow(rowUpdate({ key: row, set: change, if: areUnchanged(latest, Object.keys(change)) }));
    return true;
  }, isConflict);
};

const areUnchanged = (row: Row, members: readonly string[]): Condition => {
  const values = new Map<string, unknown>(Object.entries(row));
  return {
    expression: members.map((_, at) => `#s${at} = :s${at}`).join(' AND '),
    names: Object.fromEntries(members.map((member, at) => [`#s${at}`, member])),
    values: Object.fromEntries(members.map((member, at) => [`:s${at}`, values.get(member)])),
  };
};

/** Members of a row that must change, with their new values. */
const changeOf = (row: Row, email: string, ids: TracedIds): Record<string, unknown> | undefined => {
  const { orderId } = row as { orderId?: string };
  const isOfOrder = orderId !== undefined && ids.orders.has(orderId);
  switch (row.type) {
    case 'shipment':
      return isOfOrder ? withoutAddressee(rowOfType<ShipmentRow>('shipment', row)) : undefined;
    case 'mail':
      return withoutMessage(rowOfType<MailRow>('mail', row), email, isOfOrder);
    case 'webhook-delivery':
      return withoutExcerpts(rowOfType<WebhookDeliveryRow>('webhook-delivery', row), ids);
    case 'idempotency':
      return withoutPeople(row, email, ids.orders);
    default:
      return undefined;
  }
};

/** Raises the version, so that a concurrent step of the shipment does not write the address back. */
const withoutAddressee = (shipment: ShipmentRow): Record<string, unknown> | undefined => {
  const { address } = erasedShipment(shipment);
  return isDeepStrictEqual(address, shipment.address) ? undefined : { address, version: shipment.version + 1 };
};

/**
 * Removes the mail service's error, which may contain an email address, and the message with its recipient, who is not
 * always a party of the order.
 */
const withoutMessage = (
  { error, message }: MailRow,
  email: string,
  isOfOrder: boolean,
): Record<string, unknown> | undefined => {
  const isTo = message?.kind === 'items' && isSameAddress(message.email, email);
  if (!isOfOrder && !isTo) return undefined;
  const removed = Object.entries({ error, message }).filter(([, value]) => value !== undefined);
  return removed.length === 0 ? undefined : Object.fromEntries(removed.map(([name]) => [name, undefined]));
};

/** Removes the responses from receivers, which may contain what they know about the order or item. */
const withoutExcerpts = (
  { orderId, eventId, attempts }: WebhookDeliveryRow,
  { orders, events }: TracedIds,
): Record<string, unknown> | undefined => {
  const isTraced = events.has(eventId) || (orderId !== undefined && orders.has(orderId));
  return isTraced && attempts.some(({ excerpt }) => excerpt !== undefined)
    ? { attempts: attempts.map(({ excerpt: _excerpt, ...attempt }) => attempt) }
    : undefined;
};

/** A recorded body, decompressed if long. */
const replyBodyOf = ({ reply }: RecordedReply): unknown =>
  reply?.body ? unpackedBody(JSON.parse(reply.body)) : undefined;

/** Whether a row contains an email address, even in a recorded body. */
export const hasAddressInRow = (row: Row, email: string): boolean =>
  hasAddressAnywhere(row, email) || (row.type === 'idempotency' && hasAddressAnywhere(replyBodyOf(row), email));

const withoutPeople = (
  row: RecordedReply,
  email: string,
  orderIds: ReadonlySet<string>,
): Record<string, unknown> | undefined => {
  const response = replyBodyOf(row);
  if (response === undefined) return undefined;
  const text = JSON.stringify(response);
  if (!hasAddressAnywhere(response, email) && ![...orderIds].some((id) => text.includes(id))) return undefined;
  const erased = erasedReply(response, email);
  if (JSON.stringify(erased) === text) return undefined;
  const { message, ...reply } = row.reply ?? {};
  // A message whose arguments contain the email address is removed; the reply is then in English for every language.
  const kept = hasAddressAnywhere(message, email) ? {} : { message };
  return { reply: { ...reply, ...kept, body: JSON.stringify(packedBody(erased)) } };
};
