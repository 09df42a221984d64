import { randomBytes } from 'node:crypto';
import { receiptSignature, isReceiptSignature } from '../../domain/storefront/order-page/receipt-link.ts';
import { isOrderId } from '../../domain/checkout/orders/rules.ts';
import { readForm } from '../kit/typed.ts';
import { paymentPageOf } from './payment.ts';
import { notFoundPage } from './pages/error-pages.ts';
import { seeOther } from '../kit/reply.ts';
import { shopPay } from './routes.ts';
import { shopEndpoint } from './endpoint.ts';

/** Leads to the payment page of an order that waits for its payment. Pressing twice leads to the same page. */
export const handler = shopEndpoint(shopPay, { whileClosed: true }, async (visit) => {
  const { request, links, shop, language } = visit;
  const slug = shop.company.slug;
  const orderId = request.params['order_id'] ?? '';
  if (!isOrderId(orderId) || !isReceiptSignature(slug, orderId, request.params['signature'] ?? '')) {
    return notFoundPage(request, language, visit);
  }
  const { typed } = await readForm(request);
  const attempt = /^[\w-]{16,40}$/.test(typed.get('attempt')) ? typed.get('attempt') : randomBytes(16).toString('hex');
  const page = await paymentPageOf(slug, orderId, `${orderId}:${attempt}`);
  const receipt = links.receipt(orderId, receiptSignature(slug, orderId));
  return seeOther('url' in page ? page.url : `${receipt}?payment=${page.problem}`);
});
