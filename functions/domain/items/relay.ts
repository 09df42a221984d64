import { indexedItem } from './index-search.ts';
import type { ItemActionRow, ItemOrderRow, ItemRow } from './items.ts';
import type { ItemMail, ItemWork } from './messages.ts';

/** An item that was issued becomes searchable. */
export const itemWork = (before: ItemRow | undefined, after: ItemRow): ItemWork | undefined =>
  before ? undefined : { kind: 'index', item: indexedItem(after) };

/** A directly issued order that was written or captured is completed, if the request that did it could not. */
export const itemOrderWork = (before: ItemOrderRow | undefined, after: ItemOrderRow): ItemWork | undefined =>
  before?.state === after.state
    ? undefined
    : { kind: 'complete-order', company: after.company, orderId: after.orderId };

/** Once it is paid, a directly issued order is mailed to the receiver it names. */
export const itemOrderMail = (before: ItemOrderRow | undefined, after: ItemOrderRow): ItemMail | undefined =>
  after.state === 'paid' && before?.state !== 'paid' && after.deliverTo !== null
    ? {
        kind: 'items',
        company: after.company,
        orderId: after.orderId,
        email: after.deliverTo,
        mailId: `${after.orderId}-issued`,
      }
    : undefined;

export const resendMail = (before: ItemActionRow | undefined, after: ItemActionRow): ItemMail | undefined =>
  before
    ? undefined
    : {
        kind: 'items',
        company: after.company,
        orderId: after.orderId,
        code: after.code,
        email: after.email,
        mailId: `resend-${after.requestId}`,
      };
