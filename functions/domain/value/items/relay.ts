import { indexedItem } from './search/index-search.ts';
import { isOrderId } from '../../checkout/orders/rules.ts';
import { isIssuedAtOnce } from './issuance/item-order.ts';
import type { ItemOrderRow, OrderClaimRow } from './issuance/item-orders.ts';
import type { ItemActionRow } from './action-rows.ts';
import type { ItemRow } from './rows.ts';
import type { ItemMail, ItemWork } from './mail/messages.ts';

/**
 * Work that follows a change to an item: an issued item is indexed for search, and the document of an order is rendered
 * again after the replacement of an item.
 */
export const itemWork = (before: ItemRow | undefined, after: ItemRow): ItemWork | undefined =>
  before
    ? redrawWork(before, after)
    : {
        kind: 'index',
        item: {
          ...indexedItem(after),
          ...(after.replaces ? { isSuccessor: true as const } : {}),
        },
      };

const redrawWork = (before: ItemRow, { replacedBy, lineId, company, orderId }: ItemRow): ItemWork | undefined =>
  replacedBy !== undefined && before.replacedBy === undefined && lineId !== null && isOrderId(orderId)
    ? { kind: 'redraw', company, orderId, lineId }
    : undefined;

/** Work that completes a directly issued order after it was written or captured, in case its request did not do so. */
export const itemOrderWork = (before: ItemOrderRow | undefined, after: ItemOrderRow): ItemWork | undefined =>
  before?.state === after.state || isIssuedAtOnce(after)
    ? undefined
    : { kind: 'complete-order', company: after.company, orderId: after.orderId };

/** Work that completes or undoes a claim in steps, in case its request did not do so. */
export const orderClaimWork = (before: OrderClaimRow | undefined, after: OrderClaimRow): ItemWork | undefined =>
  before?.state !== after.state && (after.state === 'claiming' || after.state === 'undoing')
    ? { kind: 'complete-claim', claim: { pk: after.pk, sk: after.sk } }
    : undefined;

/** The email of a directly issued order to its receiver, once the order is paid. */
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
