import type { Reply } from '../../pipeline/request.ts';
import { loadOrder } from '../../domain/checkout/orders/load.ts';
import { presignPicture, presignUnusedPicture } from '../../domain/catalog/greeting-images/presign-picture.ts';
import { uploadFormPicture } from '../../domain/catalog/greeting-images/upload-form-picture.ts';
import { ApiError } from '../../platform/errors.ts';
import { LimitExceeded } from '../../storage/limits/limit-exceeded.ts';
import {
  beginCheckout,
  checkoutOf,
  formOf,
  orderOf,
  priceSoFar,
  receiptLocationOf,
  renameForm,
  sentOrderOf,
  type Checkout,
} from './checkout.ts';
import { hasLapsed, isPastOrder, orderedEarlier } from './earlier.ts';
import { addRefusal, FormFaults } from './form/faults.ts';
import { CHOOSE, withLowestQuantity } from './form/alternative.ts';
import { lineFields } from './form/lines.ts';
import { withPreselected } from './form/methods.ts';
import { alternativesFor } from './alternatives.ts';
import { isMethodGone, toQuote, type FormOrder } from './form/to-order.ts';
import type { SentFile } from '../kit/form-values.ts';
import { orderChanges } from './offer-fingerprint.ts';
import { priceOrFaults } from './price-faults.ts';
import { pickupPointsFor } from './pickup-search.ts';
import { paymentPageOf } from '../kit/payment-page.ts';
import { isPlacedDifferently, placeOrder, priceOf, previewOrder, type Placement } from './submit-order.ts';
import { ENTRY_ID } from '../kit/gift-cards/entry.ts';
import { ORDER_PAGE } from './actor.ts';
import { formPage } from './pages/form.ts';
import { withPoint } from './pages/form-delivery.ts';
import { SENT_PICTURE_MAX_BYTES, SENT_PICTURE_MAX } from './pages/form-greeting.ts';
import { gonePage } from './pages/gone.ts';
import { summaryPage, WITH_GIFT_CARD } from './pages/summary.ts';
import { noCheckoutPage, tooManyOrdersPage } from './pages/error-pages.ts';
import { seeOther } from '../kit/reply.ts';
import { shopOrder } from './routes.ts';
import { consumeOrderLimitOfVisit, pictureForm } from './visit.ts';
import { shopEndpoint } from './endpoint.ts';
import { faultTexts } from './texts/faults.ts';
import type { OrderRow } from '../../domain/checkout/orders/rows.ts';
import type { Markup } from '../kit/markup.ts';

type Notices = readonly (Markup | string)[];

/**
 * Handles every button of the order form: look up, change, review, order. Each fault is shown next to its field, and
 * the input is kept.
 */
export const handler = shopEndpoint(shopOrder, { begin: beginCheckout }, async (visit, sent) => {
  if (!visit.shop.company.contract.checkout) return noCheckoutPage(visit);
  const checkout = checkoutOf(visit, sent.typed, sent.productsFor(visit.shop.company));
  const faults = new FormFaults();
  await takeFile(checkout, sent.file, faults);
  const product = checkout.products.get(checkout.lines[0]?.productId ?? '');
  if (isMethodGone(visit, checkout.typed, product)) faults.add('delivery.method', faultTexts(visit.language).method);
  const step = sent.typed.get('step');
  if (checkout.lines.length === 0) return allGone(checkout, step);
  if (step === CHOOSE) {
    const chosen = withLowestQuantity(checkout.typed, checkout.products);
    checkout.typed = withPreselected(visit, chosen, checkout.products);
  }
  if (SHOWN_AGAIN.has(step)) return shownAgain(checkout, step, faults);
  return CONFIRMS.has(step) && !faults.any ? confirmOrder(checkout) : reviewOrder(checkout, { faults });
});

/** Steps that place the order. */
const CONFIRMS: ReadonlySet<string> = new Set(['confirm', WITH_GIFT_CARD]);

/** Steps that show the form again. */
const UPDATE = 'update';
const SHOWN_AGAIN: ReadonlySet<string> = new Set(['points', UPDATE, 'edit', CHOOSE]);

/**
 * No line of the form is available. An order that was already placed with the form may have taken the last unit. The
 * buyer is then redirected to that order, or the page mentions it.
 */
const allGone = async (checkout: Checkout, step: string): Promise<Reply> => {
  const { lines } = checkout.sent;
  if (lines.length === 0) return formPage(formOf(checkout, { status: 422 }));
  const isConfirmed = CONFIRMS.has(step) && !checkout.visit.shop.isPreview && (await isPlaced(checkout));
  if (isConfirmed && !(await hasLapsed(checkout))) return toPayment(checkout, { isRepeat: true });
  const another = renameForm(checkout);
  const [earlier, sold] = await Promise.all([orderedEarlier(another), alternativesFor(checkout.visit, lines)]);
  const form = earlier.length > 0 ? another : checkout;
  // An alternative of the same event keeps its comment.
  form.typed = form.typed.with(lineFields(checkout.sent.typed));
  return gonePage(formOf(form, { notices: [...earlier, ...checkout.notices] }), sold);
};

/**
 * Stores an uploaded picture immediately, so that it need not be selected again after a fault in another field. If
 * another picture is selected in the form, the uploaded picture is kept, and the form asks which one to use.
 */
const takeFile = async (checkout: Checkout, file: SentFile | undefined, faults: FormFaults): Promise<void> => {
  const { visit, typed } = checkout;
  const { greeting, ownPicture } = visit.shop.settings;
  if (!file || !greeting || !ownPicture || visit.shop.isPreview) return;
  const { tooLarge } = visit.t.errors;
  if (file.bytes.length > SENT_PICTURE_MAX_BYTES) return faults.add('picture', tooLarge(SENT_PICTURE_MAX));
  try {
    const id = await uploadFormPicture(pictureForm(visit, checkout.named), file.bytes);
    checkout.typed = typed.with({ upload_id: id });
    if (typed.get('picture') !== 'upload') faults.add('picture', faultTexts(visit.language).pictureNotChosen);
  } catch (error) {
    if (error instanceof ApiError && error.status === 429) return faults.add('picture', visit.t.form.tooManyPictures);
    if (error instanceof ApiError && error.status === 503) return faults.add('picture', visit.t.form.pictureFailed);
    addRefusal(faults, error, { ...checkout, lines: [] });
  }
};

/** URL of the uploaded picture, which a form that is shown again keeps. */
const keptPicture = ({ visit, typed }: Checkout): Promise<string | undefined> =>
  presignUnusedPicture(visit.shop.company.slug, typed.get('upload_id'));

const shownAgain = async (checkout: Checkout, step: string, faults: FormFaults): Promise<Reply> => {
  const points = step === 'points' ? await pickupPointsFor(checkout.visit, checkout.typed) : undefined;
  checkout.typed = withPoint(checkout.typed, points);
  const { amounts, faults: found } = await priceOrFaults(checkout);
  if (step === UPDATE) for (const [field, sentence] of found.fields) faults.add(field, sentence);
  return formPage(formOf(checkout, { amounts, points, faults, ownPicture: await keptPicture(checkout) }));
};

const placementOf = (checkout: Checkout, order: FormOrder): Placement => ({
  company: checkout.visit.shop.company.slug,
  nonce: checkout.named.nonce,
  input: order.input,
});

/** Validates and prices the order, and shows a summary before it is placed. */
const reviewOrder = async (
  checkout: Checkout,
  more: { faults?: FormFaults; isLate?: boolean } = {},
): Promise<Reply> => {
  const { faults = new FormFaults(), isLate = false } = more;
  const order = orderOf(checkout);
  const [[previewed, priced], earlier] = await Promise.all([
    Promise.allSettled([
      previewOrder(placementOf(checkout, order)),
      priceOf(checkout.visit.shop.company.slug, toQuote(order)),
    ]),
    orderedEarlier(checkout),
  ]);
  if (previewed.status === 'rejected' && isPlacedDifferently(previewed.reason)) return asAnother(checkout);
  if (previewed.status === 'fulfilled' && previewed.value.kind === 'placed') {
    return (await hasLapsed(checkout)) ? asAnother(checkout) : seeOther(receiptLocationOf(checkout).path);
  }
  const context = { ...checkout, lines: order.lines };
  if (previewed.status === 'rejected') addRefusal(faults, previewed.reason, context);
  if (priced.status === 'rejected') addRefusal(faults, priced.reason, context);
  const late = isLate && earlier.length === 0 ? [checkout.visit.t.summary.expired] : [];
  const messages = [...late, ...earlier, ...checkout.notices];
  if (faults.any || previewed.status === 'rejected' || previewed.value.kind === 'placed') {
    return faulty(checkout, faults, messages);
  }
  const { order: offered } = previewed.value;
  const { visit, typed, isConsentReset } = checkout;
  // Also reports what has changed since the buyer saw the form.
  const changes = CONFIRMS.has(typed.get('step')) ? orderChanges(visit, typed, offered) : [];
  const uploadId = offered.greeting?.image?.uploadId;
  const ownPicture = uploadId === undefined ? undefined : await presignPicture(offered.company, uploadId);
  const form = formOf(checkout, { notices: [...messages, ...changes] });
  return summaryPage({ ...form, isConsentReset, order, offered, ownPicture });
};

const faulty = async (checkout: Checkout, faults: FormFaults, notices: Notices): Promise<Reply> => {
  const points =
    checkout.typed.get('shape') === 'collection' ? await pickupPointsFor(checkout.visit, checkout.typed) : undefined;
  checkout.typed = withPoint(checkout.typed, points);
  return formPage(
    formOf(checkout, {
      faults,
      notices,
      points,
      amounts: await priceSoFar(checkout, orderOf(checkout)),
      ownPicture: await keptPicture(checkout),
    }),
  );
};

/** The form has already placed an order with different content, so this order requires another confirmation. */
const asAnother = (checkout: Checkout): Promise<Reply> => reviewOrder(renameForm(checkout));

/** Places the confirmed order and redirects to its payment. */
const confirmOrder = async (checkout: Checkout): Promise<Reply> => {
  const { visit, typed } = checkout;
  if (visit.shop.isPreview) return reviewOrder(checkout);
  if (checkout.notices.length > 0) {
    return (await isPlaced(checkout)) ? toPayment(checkout, { isRepeat: true }) : reviewOrder(checkout);
  }
  if (typed.get('form') !== checkout.token) return reviewOrder(checkout, { isLate: true });
  try {
    await consumeOrderLimitOfVisit(visit);
  } catch (error) {
    if (!(error instanceof LimitExceeded)) throw error;
    return tooManyOrdersPage(visit, typed.with({ form: checkout.token }), error.retryAfterSeconds);
  }
  return submitCheckout(checkout);
};

/** Whether this form has already placed its order, which may have taken the last unit. */
const isPlaced = async (checkout: Checkout): Promise<boolean> => {
  try {
    return (await previewOrder(placementOf(checkout, sentOrderOf(checkout)))).kind === 'placed';
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return false;
    throw error;
  }
};

const submitCheckout = async (checkout: Checkout): Promise<Reply> => {
  const { visit, typed } = checkout;
  const order = orderOf(checkout);
  const isAsSeen = (stored: OrderRow): boolean => orderChanges(visit, typed, stored).length === 0;
  let isRepeat: boolean;
  try {
    const placed = await placeOrder(placementOf(checkout, order), isAsSeen);
    if (placed.kind === 'not placed') return await reviewOrder(checkout);
    isRepeat = placed.isRepeat;
  } catch (error) {
    if (isPlacedDifferently(error)) return asAnother(checkout);
    const faults = new FormFaults();
    addRefusal(faults, error, { ...checkout, lines: order.lines });
    return faulty(checkout, faults, await orderedEarlier(checkout));
  }
  return toPayment(checkout, { isRepeat });
};

/**
 * Redirects to the payment page. If it cannot be opened, the receipt shows the state of the order and a button to
 * retry. If the order was placed before and is already paid, only the receipt is shown. An order that expired unpaid is
 * placed again.
 */
const toPayment = async (checkout: Checkout, { isRepeat }: { isRepeat: boolean }): Promise<Reply> => {
  const { orderId, path } = receiptLocationOf(checkout);
  const slug = checkout.visit.shop.company.slug;
  const stored = isRepeat ? await loadOrder(slug, orderId) : undefined;
  if (stored && isPastOrder(stored)) return asAnother(checkout);
  if (stored && stored.status !== 'pending_payment') return seeOther(path);
  if (checkout.typed.get('step') === WITH_GIFT_CARD) return seeOther(`${path}?pay=gift_card#${ENTRY_ID}`);
  const page = await paymentPageOf({ company: slug, orderId, attempt: checkout.named.nonce, by: ORDER_PAGE });
  return seeOther('url' in page ? page.url : `${path}?payment=${page.problem}`);
};
