import { cleanCode } from '../../domain/catalog/codes/rules.ts';
import { readProducts, type ListedProduct } from '../../domain/catalog/listing/browse.ts';
import type { PublicRequest } from '../../pipeline/public-endpoint.ts';
import { alternativesFor } from './alternatives.ts';
import { checkoutOf, formOf, isSold } from './checkout.ts';
import { lineField } from '../../domain/checkout/pricing/lines.ts';
import { linesFromQuery, linesOf, withoutLines } from './form/lines.ts';
import { withPreselected } from './form/methods.ts';
import { FormValues } from '../kit/form-values.ts';
import { formPage } from './pages/form.ts';
import { gonePage } from './pages/gone.ts';
import { noCheckoutPage } from './pages/error-pages.ts';
import { seeOther } from '../kit/reply.ts';
import { priceOrFaults } from './price-faults.ts';
import { shopBuy } from './routes.ts';
import { type Visit } from './visit.ts';
import { shopEndpoint } from './endpoint.ts';

/** Ids of the products in the query, in both notations. */
const namedProducts = ({ queryValues }: PublicRequest): string[] => [
  ...(queryValues['item'] ?? []).map((text) => text.split(':')[0] ?? ''),
  ...(queryValues['product'] ?? []),
];

const begin = (slug: string, request: PublicRequest) => readProducts(slug, namedProducts(request).slice(0, 20));

/**
 * The order form, filled in from a link or a product page. Unavailable products are reported, and the others are kept.
 */
export const handler = shopEndpoint(shopBuy, { begin }, async (visit, productsFor) => {
  const { shop, request, links, t } = visit;
  if (!shop.company.contract.checkout) return noCheckoutPage(visit);
  const money = { currency: shop.company.currency, tag: t.tag };
  const { values, unread } = linesFromQuery(request.queryValues, money);
  const product = request.query['product'];
  if (values.length === 0 && unread.length === 0) return seeOther(product ? links.product(product) : links.landing());
  const listed = productsFor(shop.company);
  const choices = new FormValues([
    ...values,
    [
      'discount_code',
      cleanCode(request.query['discount_code'] ?? '')
        .slice(0, 25)
        .toWellFormed(),
    ],
    ['client_reference', request.query['client_reference']?.slice(0, 255).toWellFormed() ?? ''],
  ]);
  const { typed, notices } = buyable(visit, choices, listed);
  const checkout = checkoutOf(visit, typed, listed);
  checkout.typed = withPreselected(visit, checkout.typed, checkout.products);
  const messages = [...unread.map(t.form.notKnown), ...notices];
  // A buyer who comes from a product page does not know product ids, so alternatives are shown instead of messages.
  if (checkout.lines.length === 0 && product && messages.length > 0) {
    const sold = await alternativesFor(visit, linesOf(choices));
    return gonePage(formOf(checkout, { notices: [t.form.gone], status: 200 }), sold);
  }
  return formPage(
    formOf(checkout, {
      ...(await priceOrFaults(checkout)),
      notices: messages.length > 0 ? [t.form.notBuyable, ...messages] : [],
      status: 200,
    }),
  );
});

/** The lines that can be ordered: available products of the same family as the first one, each option once. */
const buyable = (
  visit: Visit,
  typed: FormValues,
  products: ReadonlyMap<string, ListedProduct>,
): { typed: FormValues; notices: string[] } => {
  const { t } = visit;
  const families = new Set<string>(visit.shop.settings.families);
  const notices: string[] = [];
  const identities = new Set<string>();
  let kind: string | undefined;
  const dropped = linesOf(typed).filter((line) => {
    const product = products.get(line.productId);
    const identity = `${line.productId}/${line.optionId}`;
    if (!product || !families.has(product.type) || !isSold(products, line)) {
      notices.push(t.form.notKnown([line.productId, line.optionId].filter(Boolean).join(' ')));
      return true;
    }
    kind ??= product.type;
    if (product.type === kind && identities.has(identity)) {
      notices.push(t.form.namedTwice(product.name));
      return true;
    }
    if (product.type !== kind) {
      notices.push(t.form.otherKind(product.name));
      return true;
    }
    identities.add(identity);
    return false;
  });
  return { typed: withoutLines(typed, dropped).with(amounts(typed)), notices };
};

/** A gift card without an amount gets an empty field for it. */
const amounts = (typed: FormValues): Record<string, string> =>
  Object.fromEntries(
    linesOf(typed)
      .filter(({ productId, index }) => productId === 'gift_card_value' && !typed.has(lineField(index, 'amount')))
      .map(({ index }) => [lineField(index, 'amount'), '']),
  );
