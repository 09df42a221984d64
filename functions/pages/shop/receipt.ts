import { loadOrder } from '../../domain/checkout/orders/load.ts';
import { isReceiptSignature } from '../../domain/storefront/order-page/receipt-link.ts';
import type { PublicRequest } from '../../pipeline/public-endpoint.ts';
import { receiptPage } from './pages/receipt.ts';
import { shopReceipt } from './routes.ts';
import { shopEndpoint } from './endpoint.ts';

/** The order of a receipt's URL; undefined if the signature is invalid. */
const orderAt = async (slug: string, { params }: PublicRequest) => {
  const orderId = params['order_id'] ?? '';
  if (!isReceiptSignature(slug, orderId, params['signature'] ?? '')) return undefined;
  return loadOrder(slug, orderId);
};

export const handler = shopEndpoint(shopReceipt, { begin: orderAt, whileClosed: true }, (visit, order) =>
  receiptPage(visit, order),
);
