import { beginCheckout, checkoutOf, orderOf, priceSoFar } from './checkout.ts';
import { written } from '../kit/markup.ts';
import { pageReply } from '../kit/reply.ts';
import { sumsOf } from './pages/sums.ts';
import { shopPrice } from './routes.ts';
import { shopEndpoint } from './endpoint.ts';

/** The current price of a form, for the script that keeps it up to date. */
export const handler = shopEndpoint(shopPrice, { begin: beginCheckout }, async (visit, sent) => {
  const checkout = checkoutOf(visit, sent.typed, sent.productsFor(visit.shop.company));
  const amounts = await priceSoFar(checkout, orderOf(checkout));
  const html = await written(sumsOf(visit, amounts));
  return pageReply(visit.request, { html, caching: 'never', language: visit.language });
});
