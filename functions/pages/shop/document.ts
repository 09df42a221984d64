import { readLineDocument } from '../../domain/fulfillment/documents/read-document.ts';
import { isReceiptSignature } from '../../domain/storefront/order-page/receipt-link.ts';
import { documentReply } from '../../pipeline/document-reply.ts';
import { notFoundPage } from './pages/error-pages.ts';
import { shopDocument } from './routes.ts';
import { shopEndpoint } from './endpoint.ts';

/** Returns the document of an order line; 404 before the order is fulfilled. */
export const handler = shopEndpoint(shopDocument, { whileClosed: true }, async (visit) => {
  const { params } = visit.request;
  const slug = visit.shop.company.slug;
  const orderId = params['order_id'] ?? '';
  if (!isReceiptSignature(slug, orderId, params['signature'] ?? '')) {
    return notFoundPage(visit.request, visit.language, visit);
  }
  const document = await readLineDocument(slug, orderId, params['line_id'] ?? '');
  const reply = documentReply(document);
  return { ...reply, headers: { ...reply.headers, 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' } };
});
