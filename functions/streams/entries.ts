import type { QueueMessage } from '../adapters/queue/send.ts';
import { codeBatchMessage } from '../domain/administration/code-batches/relay.ts';
import type { CodeBatchRow } from '../domain/administration/code-batches/rows.ts';
import type { ItemOrderRow, OrderClaimRow } from '../domain/value/items/issuance/item-orders.ts';
import type { ItemActionRow } from '../domain/value/items/action-rows.ts';
import type { ItemRow } from '../domain/value/items/rows.ts';
import { itemOrderMail, itemOrderWork, itemWork, orderClaimWork, resendMail } from '../domain/value/items/relay.ts';
import { postedItemsWork, postingReport } from '../domain/fulfillment/shipments/relay.ts';
import {
  COALESCED_SECONDS,
  deviceChangeWork,
  passChangeWork,
  passSaveWork,
} from '../domain/fulfillment/wallet/relay.ts';
import type { WalletDeviceRow, WalletPassRow } from '../domain/fulfillment/wallet/rows.ts';
import type { ShipmentRow } from '../domain/fulfillment/shipments/rows.ts';
import type { PasswordResetRow, UserLinkRow } from '../domain/company/users/link-rows.ts';
import {
  itemCancelledMail,
  noticesOwed,
  passwordReset,
  shipmentPostedMail,
  userLinkMail,
} from '../domain/notifications/mail/relay.ts';
import { fulfillmentOf } from '../domain/checkout/orders/messages.ts';
import type { OrderRow } from '../domain/checkout/orders/rows.ts';
import { isFulfillmentDue, isDeliveryRequired } from '../domain/checkout/orders/rules.ts';
import { cancellationWork } from '../domain/payments/event-cancellation/relay.ts';
import type { EventCancellationRow } from '../domain/payments/event-cancellation/rows.ts';
import { noticeMessages } from '../domain/payments/test-gateway/notices.ts';
import type { GatewaySessionRow } from '../domain/payments/test-gateway/rows.ts';
import type { WebhookDeliveryRow, WebhookEndpointRow } from '../domain/notifications/webhooks/rows.ts';
import {
  disabledNotice,
  endpointClosed,
  endpointDisabled,
  itemEvents,
  laneQueue,
  isAttemptScheduled,
  orderEvent,
  shipmentPosted,
  attemptMessage,
  attemptOf,
} from '../domain/notifications/webhooks/relay.ts';
import { nowMs } from '../platform/clock.ts';
import type { QueueName } from '../platform/resource-names.ts';
import { isSynthetic } from '../platform/synthetic.ts';
import type { Row } from '../storage/table.ts';
import { rowOfType } from '../storage/row-of-type.ts';
import type { StreamChange } from './stream-change.ts';

export interface RelayedMessage extends QueueMessage {
  queue: QueueName;
}

/** Messages for a change to a row of one type. */
interface RelayEntry {
  rowType: string;
  messages: (change: StreamChange) => RelayedMessage[];
}

const changeOf = <T extends Row>(
  rowType: T['type'],
  messages: (after: T, before: T | undefined) => RelayedMessage[],
): RelayEntry => ({
  rowType,
  messages: ({ before, after }) => (after ? messages(rowOfType<T>(rowType, after), rowOfType<T>(rowType, before)) : []),
});

const messageFor = (
  queue: QueueName,
  group: string,
  body: object | undefined,
  delaySeconds?: number,
): RelayedMessage[] => (body ? [{ queue, body, group, ...(delaySeconds === undefined ? {} : { delaySeconds }) }] : []);

/**
 * The queue messages that follow a commit, by type of the changed row. The stream delivers at least once, so a message
 * may be sent twice for one change, and its worker must be idempotent.
 */
export const relayEntries: readonly RelayEntry[] = [
  changeOf<ItemRow>('item', (after, before) => [
    ...messageFor('items', after.company, itemWork(before, after)),
    ...messageFor('mail', after.company, itemCancelledMail(before, after)),
    ...messageFor('webhook-events', after.company, itemEvents(before, after)),
    ...messageFor('wallet-passes', after.company, passChangeWork(before, after), COALESCED_SECONDS),
  ]),
  changeOf<WalletPassRow>('wallet-pass', (after, before) =>
    messageFor('wallet-passes', after.company, passSaveWork(before, after)),
  ),
  changeOf<WalletDeviceRow>('wallet-device', (after, before) =>
    messageFor('wallet-passes', after.company, deviceChangeWork(before, after)),
  ),
  changeOf<ItemOrderRow>('item-order', (after, before) => [
    ...messageFor('items', after.company, itemOrderWork(before, after)),
    ...messageFor('mail', after.company, itemOrderMail(before, after)),
  ]),
  changeOf<OrderClaimRow>('order-claim', (after, before) =>
    messageFor('items', after.company, orderClaimWork(before, after)),
  ),
  changeOf<CodeBatchRow>('code-batch', (after, before) =>
    messageFor('items', after.company, codeBatchMessage(before, after)),
  ),
  changeOf<ItemActionRow>('item-action', (after, before) =>
    messageFor('mail', after.company, resendMail(before, after)),
  ),
  changeOf<OrderRow>('order', (after, before) => {
    const { company, id: orderId } = after;
    const fulfillment = isFulfillmentDue(before, after, nowMs()) ? fulfillmentOf(after) : undefined;
    const delivery = isDeliveryRequired(before, after) ? { kind: 'order', company, orderId } : undefined;
    return [
      ...messageFor('webhook-events', company, orderEvent(before, after)),
      ...messageFor('fulfillment', company, fulfillment),
      ...[delivery, ...noticesOwed(before, after)].flatMap((body) => messageFor('mail', company, body)),
    ];
  }),
  changeOf<EventCancellationRow>('event-cancellation', (after, before) =>
    messageFor('event-cancellations', after.company, cancellationWork(before, after)),
  ),
  changeOf<UserLinkRow>('user-link', (after, before) => messageFor('mail', after.company, userLinkMail(before, after))),
  changeOf<PasswordResetRow>('password-reset', (after, before) =>
    messageFor('mail', after.id, before ? undefined : passwordReset(after)),
  ),
  changeOf<GatewaySessionRow>('gateway-session', (after, before) =>
    noticeMessages(before, after).map((message) => ({ queue: 'gateway-notices', ...message })),
  ),
  changeOf<WebhookDeliveryRow>('webhook-delivery', (after, before) =>
    isAttemptScheduled(before, after)
      ? [{ queue: laneQueue(after.lane), ...attemptMessage(attemptOf(after), nowMs()) }]
      : [],
  ),
  changeOf<ShipmentRow>('shipment', (after, before) => {
    const report = postingReport(before, after);
    if (!report) return [];
    return [
      ...messageFor('webhook-events', after.company, shipmentPosted(report)),
      ...messageFor('mail', after.company, shipmentPostedMail(report)),
      ...messageFor('items', after.company, postedItemsWork(report)),
    ];
  }),
  {
    rowType: 'webhook-endpoint',
    messages: ({ before, after }) => {
      if (!before) return [];
      const was = rowOfType<WebhookEndpointRow>('webhook-endpoint', before);
      const is = rowOfType<WebhookEndpointRow>('webhook-endpoint', after);
      const [closed, disabled, notice] = [endpointClosed(was, is), endpointDisabled(was, is), disabledNotice(was, is)];
      return [
        ...messageFor('webhook-events', was.company, disabled),
        ...messageFor('webhook-events', was.company, closed),
        ...messageFor('mail', was.company, notice),
      ];
    },
  },
];

/** A synthetic sale is only fulfilled. It causes no email, event, search entry or wallet pass. */
const followsSynthetic = ({ queue }: RelayedMessage): boolean => queue === 'fulfillment';

/** All messages for a change. */
export const relayedMessages = (change: StreamChange): RelayedMessage[] => {
  const row = change.after ?? change.before;
  const messages = relayEntries.filter(({ rowType }) => rowType === row?.type).flatMap((each) => each.messages(change));
  return isSynthetic(row) ? messages.filter(followsSynthetic) : messages;
};
