import { beginCheckout, checkoutOf } from './checkout.ts';
import { written } from '../kit/markup.ts';
import { pageReply } from '../kit/reply.ts';
import { priceOf } from './pages/sums.ts';
import { priceOrFaults } from './price-faults.ts';
import { shopPrice } from './routes.ts';
import { shopEndpoint } from './endpoint.ts';

/** The price of what is entered in the form. A script requests it to update the price on the page. */
export const handler = shopEndpoint(shopPrice, { begin: beginCheckout }, async (visit, sent) => {
  const checkout = checkoutOf(visit, sent.typed, sent.productsFor(visit.shop.company));
  const { amounts, faults } = await priceOrFaults(checkout);
  const content = await written(priceOf(visit, amounts, faults));
  return pageReply(visit.request, { html: content, caching: 'never', language: visit.language });
});
