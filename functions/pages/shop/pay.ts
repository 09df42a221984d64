import { receiptSignature, isReceiptSignature } from '../../domain/storefront/order-page/receipt-link.ts';
import { isOrderId } from '../../domain/checkout/orders/rules.ts';
import { parseForm } from '../kit/form-values.ts';
import { loadOrder } from '../../domain/checkout/orders/load.ts';
import { paymentPageOf } from '../kit/payment-page.ts';
import { sentAttempt, changeGiftCards, isCardStep, failedFormOf } from '../kit/gift-cards/change.ts';
import { ENTRY_ID } from '../kit/gift-cards/entry.ts';
import { giftCardTexts } from '../kit/gift-cards/texts.ts';
import { ORDER_PAGE } from './actor.ts';
import { receiptPage } from './pages/receipt.ts';
import { notFoundPage } from './pages/error-pages.ts';
import { seeOther } from '../kit/reply.ts';
import { shopPay } from './routes.ts';
import { shopEndpoint } from './endpoint.ts';

/** Redirects to the payment page of an unpaid order, or applies and removes its gift cards. Safe to repeat. */
export const handler = shopEndpoint(shopPay, { whileClosed: true }, async (visit) => {
  const { request, links, shop, language } = visit;
  const slug = shop.company.slug;
  const orderId = request.params['order_id'] ?? '';
  if (!isOrderId(orderId) || !isReceiptSignature(slug, orderId, request.params['signature'] ?? '')) {
    return notFoundPage(request, language, visit);
  }
  const { typed } = await parseForm(request);
  const attempt = sentAttempt(typed);
  const receipt = links.receipt(orderId, receiptSignature(slug, orderId));
  if (isCardStep(typed.get('step'))) {
    const { address } = request;
    const outcome = await changeGiftCards({ company: slug, orderId, attempt, address, by: ORDER_PAGE, typed });
    if (outcome.kind === 'changed') return seeOther(`${receipt}#${ENTRY_ID}`);
    if (outcome.kind === 'settled') return seeOther(`${receipt}?payment=settled`);
    const order = await loadOrder(slug, orderId);
    return receiptPage(visit, order, failedFormOf(outcome, giftCardTexts(visit.t.tag)));
  }
  const page = await paymentPageOf({ company: slug, orderId, attempt: `${orderId}:${attempt}`, by: ORDER_PAGE });
  return seeOther('url' in page ? page.url : `${receipt}?payment=${page.problem}`);
});
