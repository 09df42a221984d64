import { isDeepStrictEqual } from 'node:util';
import type { StoredReason } from '../../../platform/messages/stored.ts';
import { everyRow } from '../../../storage/every-row.ts';
import { packedBody, unpackedBody } from '../../../storage/packed-replies.ts';
import { ConditionFailed, updateRow, type Row } from '../../../storage/table.ts';
import type { MailRow } from '../../notifications/mail/rows.ts';
import type { ShipmentRow } from '../../fulfillment/shipments/rows.ts';
import type { WebhookDeliveryRow } from '../../notifications/webhooks/rows.ts';
import { hasAddressAnywhere } from './mentions.ts';
import { erasedReply, erasedShipment, isSameAddress } from './rules.ts';
import { rowOfType } from '../../../storage/row-of-type.ts';

interface RecordedReply extends Row {
  reply?: { status: number; headers: Record<string, string>; body: string | null; message?: StoredReason };
}

/**
 * Erases a person from records about orders: recorded replies, shipments, emails and webhook deliveries. Events contain
 * no personal data. Rows are kept, so that a repeated request still gets its reply and is not executed again. Returns
 * the number of changed rows.
 */
export const eraseTraces = async (company: string, email: string, orderIds: ReadonlySet<string>): Promise<number> => {
  let changed = 0;
  for await (const row of everyRow(company)) {
    const change = changeOf(row, email, orderIds);
    if (!change) continue;
    if (await writeMembers(row, change)) changed++;
  }
  return changed;
};

/**
 * Writes members one by one, so that concurrent changes to the row are kept. Returns false for a row that was deleted
 * in the meantime.
 */
const writeMembers = async ({ pk, sk }: Row, change: Record<string, unknown>): Promise<boolean> => {
  try {
    for (const [name, value] of Object.entries(change)) {
      await updateRow({
        key: { pk, sk },
        update: value === undefined ? 'REMOVE #member' : 'SET #member = :value',
        condition: 'attribute_exists(pk)',
        names: { '#member': name },
        ...(value === undefined ? {} : { values: { ':value': value } }),
      });
    }
    return true;
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    return false;
  }
};

/** Members of a row that must change, with their new values. */
const changeOf = (row: Row, email: string, orderIds: ReadonlySet<string>): Record<string, unknown> | undefined => {
  const { orderId } = row as { orderId?: string };
  const isOfOrder = orderId !== undefined && orderIds.has(orderId);
  switch (row.type) {
    case 'shipment':
      return isOfOrder ? withoutAddressee(rowOfType<ShipmentRow>('shipment', row)) : undefined;
    case 'mail':
      return withoutMessage(rowOfType<MailRow>('mail', row), email, isOfOrder);
    case 'webhook-delivery':
      return isOfOrder ? withoutExcerpts(rowOfType<WebhookDeliveryRow>('webhook-delivery', row)) : undefined;
    case 'idempotency':
      return withoutPeople(row, email, orderIds);
    default:
      return undefined;
  }
};

const withoutAddressee = (shipment: ShipmentRow): Record<string, unknown> | undefined => {
  const { address } = erasedShipment(shipment);
  return isDeepStrictEqual(address, shipment.address) ? undefined : { address };
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

/** Removes the responses from receivers, which may contain the data that was sent to them. */
const withoutExcerpts = ({ attempts }: WebhookDeliveryRow): Record<string, unknown> | undefined =>
  attempts.some(({ excerpt }) => excerpt !== undefined)
    ? { attempts: attempts.map(({ excerpt: _excerpt, ...attempt }) => attempt) }
    : undefined;

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
  // Without its arguments, a message is in English for every language.
  const kept = hasAddressAnywhere(message, email) ? {} : { message };
  return { reply: { ...reply, ...kept, body: JSON.stringify(packedBody(erased)) } };
};
