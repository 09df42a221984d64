import { getRows } from '../../../storage/table.ts';
import { CANCELLED, type ItemRow } from '../../value/items/rows.ts';
import type { OrderRow } from '../../checkout/orders/rows.ts';
import { REMINDER_DAYS } from '../reminders/rules.ts';
import { itemTag } from './relay.ts';
import { mailKey, type MailRow, type MailState } from './rows.ts';

type OrderMailKind =
  | 'gift'
  | 'own'
  | 'confirmation'
  | 'receipt'
  | 'refund'
  | 'cancelled'
  | 'returned'
  | 'moved'
  | 'posted'
  | 'event_cancelled'
  | 'event_moved'
  | 'issued'
  | 'bounced'
  | 'reminder'
  | 'item_cancelled';

export interface MailSummary {
  kind: OrderMailKind;
  state: MailState;
  attempts: number;
  updatedAtMs: number;
}

/** Number of an order's latest changes that are searched for notices; an ordinary order has about a dozen. */
const CHANGES_MAX = 40;

interface MailIdentity {
  id: string;
  kind: OrderMailKind;
}

const movedEvents = (order: OrderRow | undefined): string[] => [
  ...new Set(
    (order?.lines ?? []).flatMap(({ event, productId }) => (event?.movedAtMs === undefined ? [] : [productId])),
  ),
];

/**
 * Ids of all emails that the order, in its latest changes, may have required. The emails of an order have no index,
 * because it would cost a write for each sale.
 */
const namesOf = (orderId: string, order: OrderRow | undefined, items: readonly ItemRow[]): MailIdentity[] => {
  const named = (kind: OrderMailKind, name: string = kind): MailIdentity => ({ kind, id: `${orderId}-${name}` });
  const version = order?.version ?? 0;
  const versions = Array.from({ length: Math.min(version, CHANGES_MAX) }, (_, back) => version - back);
  const ends = [...new Set(items.map(({ validUntilMs }) => validUntilMs))];
  return [
    named('gift'),
    named('own'),
    named('confirmation'),
    named('receipt'),
    named('cancelled'),
    named('issued'),
    named('posted'),
    named('bounced', 'gift-bounced'),
    ...versions.flatMap((each) => [named('refund', `refund-${each}`), named('moved', `moved-${each}`)]),
    ...[...new Set((order?.lines ?? []).flatMap((line) => (line.cancellation ? [line.productId] : [])))].map((event) =>
      named('event_cancelled', `event-cancelled-${event}`),
    ),
    ...movedEvents(order).flatMap((event) =>
      versions.map((each) => named('event_moved', `event-moved-${each}-${event}`)),
    ),
    ...(order?.payment.strayCaptures ?? []).map((_, at) => named('returned', `returned-${at}`)),
    ...ends.flatMap((end) => REMINDER_DAYS.map((days) => named('reminder', `reminder-${days}-${end}`))),
    ...items
      .filter(({ status }) => status === CANCELLED)
      .map(({ company, code }): MailIdentity => ({
        kind: 'item_cancelled',
        id: `cancelled-${itemTag(company, code)}`,
      })),
  ];
};

/** Outcomes of resent emails of items, by the id of their request. */
export const resendStates = async (company: string, requests: readonly string[]): Promise<Map<string, MailState>> => {
  const keyOf = (request: string) => mailKey(company, `resend-${request}`);
  const rows = await getRows(requests.map(keyOf));
  return new Map(
    requests.flatMap((request): [string, MailState][] => {
      const row = rows.get<MailRow>(keyOf(request));
      return row ? [[request, row.state]] : [];
    }),
  );
};

/** The emails of an order, newest first: sent, in progress, or failed. Resent emails are listed with their item. */
export const listMailsOfOrder = async (
  company: string,
  orderId: string,
  about: { order: OrderRow | undefined; items: readonly ItemRow[] },
): Promise<MailSummary[]> => {
  const names = namesOf(orderId, about.order, about.items);
  const rows = await getRows(names.map(({ id }) => mailKey(company, id)));
  return names
    .flatMap(({ id, kind }): MailSummary[] => {
      const row = rows.get<MailRow>(mailKey(company, id));
      return row ? [{ kind, state: row.state, attempts: row.attempts, updatedAtMs: row.updatedAtMs }] : [];
    })
    .toSorted((a, b) => b.updatedAtMs - a.updatedAtMs);
};
