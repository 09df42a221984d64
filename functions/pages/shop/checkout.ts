import { readProducts, type ListedProduct } from '../../domain/catalog/listing/browse.ts';
import type { ShownAmounts } from '../../domain/checkout/pricing/amounts.ts';
import { receiptSignature } from '../../domain/storefront/order-page/receipt-link.ts';
import { ApiError } from '../../platform/errors.ts';
import { config } from '../../platform/config.ts';
import type { PublicRequest } from '../../pipeline/public-endpoint.ts';
import { withComments } from './form/comment.ts';
import { withNeededCompany } from './form/company.ts';
import { hasOtherConsent, withoutStaleConsent } from './form/consent.ts';
import { FormFaults } from './form/faults.ts';
import { greetingTaken } from './form/greeting.ts';
import { lineField } from '../../domain/checkout/pricing/lines.ts';
import { linesOf, withoutLines, type FormLine } from './form/lines.ts';
import { CHOOSE, withAlternative } from './form/alternative.ts';
import { newFormToken, verifyFormToken, type FormToken } from './form/token.ts';
import { toOrder, toQuote, type FormOrder } from './form/to-order.ts';
import { parseForm, type SentForm, type FormValues } from '../kit/form-values.ts';
import { orderIdOf, priceOf } from './submit-order.ts';
import type { OrderForm } from './pages/form.ts';
import type { Visit } from './visit.ts';

/** A submitted form with its products, read concurrently with the shop. */
interface SentCheckout extends SentForm {
  productsFor: Awaited<ReturnType<typeof readProducts>>;
}

const idsIn = (typed: FormValues): string[] => linesOf(typed).map(({ productId }) => productId);

/** Parses a submitted form and reads its products. */
export const beginCheckout = async (slug: string, request: PublicRequest): Promise<SentCheckout> => {
  const form = await parseForm(request);
  const typed = form.typed.get('step') === CHOOSE ? withAlternative(form.typed) : form.typed;
  return { ...form, typed, productsFor: await readProducts(slug, idsIn(typed)) };
};

/** The current form with its available lines and products, and its signed token. */
export interface Checkout {
  visit: Visit;
  typed: FormValues;
  lines: FormLine[];
  products: Map<string, ListedProduct>;
  token: string;
  named: FormToken;
  notices: string[];
  /** The buyer consented to an outdated wording, so the form asks again. */
  isConsentReset: boolean;
  /**
   * The form as sent, including unavailable lines. It is compared with an order that was already placed with this form.
   */
  sent: { typed: FormValues; lines: FormLine[] };
}

/**
 * The checkout of a submitted form. Lines that are not available, or of a family that the page does not show, are
 * reported and removed.
 */
export const checkoutOf = (visit: Visit, given: FormValues, listed: ReadonlyMap<string, ListedProduct>): Checkout => {
  const all = linesOf(given);
  const families = new Set<string>(visit.shop.settings.families);
  const products = new Map([...listed].filter(([, product]) => families.has(product.type)));
  const fitted = (form: FormValues, lines: readonly FormLine[]): FormValues =>
    withNeededCompany(withComments(form, lines), lines, products);
  const typed = fitted(given, all);
  const { sold = [], gone = [] } = Object.groupBy(all, (line) => (isSold(products, line) ? 'sold' : 'gone'));
  const slug = visit.shop.company.slug;
  const known = verifyFormToken(slug, typed.get('form'));
  const isUsable = known !== undefined && !known.isExpired;
  const token = isUsable ? typed.get('form') : newFormToken(slug, known);
  const isConsentReset = hasOtherConsent(visit, typed);
  const greeting = greetingTaken(visit, fitted(typed, sold));
  return {
    visit,
    typed: withoutLines(isConsentReset ? withoutStaleConsent(visit, greeting.typed) : greeting.typed, gone),
    lines: sold,
    products,
    token,
    named: verifyFormToken(slug, token) ?? { nonce: '', isExpired: true, earlier: [] },
    notices: [
      ...(gone.length > 0 ? [goneText(visit, typed, gone)] : []),
      ...greeting.notices,
      ...(isConsentReset ? [visit.t.form.consentChanged] : []),
    ],
    isConsentReset,
    sent: { typed, lines: all },
  };
};

const NAME_MAX = 120;

/** Names unavailable products with the text in the form, because the catalog no longer has them. */
const goneText = ({ t }: Visit, typed: FormValues, gone: readonly FormLine[]): string => {
  const names = gone.map(({ index }) => typed.get(lineField(index, 'name')).slice(0, NAME_MAX)).filter(Boolean);
  return names.length > 0 ? t.form.goneNamed(names.join('; ')) : t.form.gone;
};

export const isSold = (products: ReadonlyMap<string, ListedProduct>, { productId, optionId }: FormLine): boolean => {
  const product = products.get(productId);
  if (!product) return false;
  return !('options' in product) || product.options.some(({ id }) => id === optionId);
};

/** Returns the form with a new token, so that it places another order. */
export const renameForm = (checkout: Checkout): Checkout => {
  const slug = checkout.visit.shop.company.slug;
  const token = newFormToken(slug, checkout.named);
  return { ...checkout, token, named: verifyFormToken(slug, token) ?? checkout.named };
};

/**
 * The receipt of the order that this form places. Its URL is derived from the form, and is also the return URL of the
 * payment.
 */
export const receiptLocationOf = ({ visit, named }: Checkout): { orderId: string; path: string; url: string } =>
  receiptUnder(visit, named.nonce);

/** The order id and the receipt's URL for a form with this nonce. */
export const receiptUnder = (visit: Visit, nonce: string): { orderId: string; path: string; url: string } => {
  const slug = visit.shop.company.slug;
  const orderId = orderIdOf(slug, nonce);
  const path = visit.links.receipt(orderId, receiptSignature(slug, orderId));
  return { orderId, path, url: `${config.baseUrl()}${path}` };
};

/** The order of the form with available lines only. */
export const orderOf = (checkout: Checkout): FormOrder => orderWith(checkout, checkout);

/** The order of the form as sent. */
export const sentOrderOf = (checkout: Checkout): FormOrder => orderWith(checkout, checkout.sent);

const orderWith = (
  checkout: Checkout,
  { typed, lines }: { typed: FormValues; lines: readonly FormLine[] },
): FormOrder =>
  toOrder(checkout.visit, typed, { lines, products: checkout.products, returnUrl: receiptLocationOf(checkout).url });

/** The current price. Undefined if it cannot be determined; `refused` gets the reason. */
export const priceSoFar = async (
  { visit }: Checkout,
  order: FormOrder,
  refused?: (why: ApiError) => void,
): Promise<ShownAmounts | undefined> => {
  if (order.lines.length === 0) return undefined;
  try {
    return await priceOf(visit.shop.company.slug, toQuote(order));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    refused?.(error);
    return undefined;
  }
};

/** Returns the checkout as a form to show. */
export const formOf = (
  checkout: Checkout,
  more: Partial<Pick<OrderForm, 'faults' | 'amounts' | 'notices' | 'points' | 'status' | 'ownPicture'>> = {},
): OrderForm => ({
  ...checkout,
  faults: more.faults ?? new FormFaults(),
  amounts: more.amounts,
  notices: more.notices ?? checkout.notices,
  points: more.points,
  ownPicture: more.ownPicture,
  ...(more.status === undefined ? {} : { status: more.status }),
});
