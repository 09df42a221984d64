import { randomBytes } from 'node:crypto';
import { html, raw } from 'hono/html';
import { returnAddress } from '../../adapters/payments/return-address.ts';
import type { GatewaySessionRow } from '../../domain/payments/test-gateway/rows.ts';
import { isVatOfFeesAndPostage } from '../../domain/checkout/pricing/amounts.ts';
import { canUseGiftCards } from '../../domain/checkout/orders/gift-cards.ts';
import type { OrderRow } from '../../domain/checkout/orders/rows.ts';
import { readCards } from '../../domain/payments/gift-cards/read-cards.ts';
import type { Brand } from '../../domain/company/brand/rules.ts';
import type { PageState } from '../../domain/payments/test-gateway/rules.ts';
import type { SessionDetails } from '../../adapters/payments/test-gateway-protocol.ts';
import { nowMs } from '../../platform/clock.ts';
import { config } from '../../platform/config.ts';
import type { Reply } from '../../pipeline/request.ts';
import { cardList, codeEntry, ENTRY_ID } from '../kit/gift-cards/entry.ts';
import { fillPlaceholder, giftCardTexts } from '../kit/gift-cards/texts.ts';
import { visitorsTag } from '../kit/visitors-tag.ts';
import { methodTexts } from './method-texts.ts';
import { firstFaultyField, lock, methodForms, type TypedForm } from './methods.ts';
import { pageHeaders, stylesFor } from './styles.ts';
import { fill, money, pageTexts, type PaymentTexts } from './texts.ts';
import { MINUTE_MS } from '../../platform/durations.ts';

type Markup = ReturnType<typeof html>;

/** The data that the page shows in addition to its session. */
export interface PageParts {
  brand: Brand | undefined;
  /** The order of the session. If it is absent, gift cards are not offered. */
  order: OrderRow | undefined;
  typed?: TypedForm;
  /** Why a gift card was refused. */
  refused?: { fault: string; status: number; headers: Record<string, string> };
}

/** The payment page of a session: 200, or 422 and 429 with the faults of its forms. */
export const paymentPage = async (
  session: GatewaySessionRow,
  details: SessionDetails,
  { brand, order, typed, refused }: PageParts,
): Promise<Reply> => {
  const texts = pageTexts(details.locale);
  const total = money(texts, details.due, details.amounts.currency);
  const notice = noticeOf(texts, session, typed);
  const content = html`${alert(notice, firstFaultyField(typed) === undefined)}${summary(texts, details)}
    ${order && canUseGiftCards(order) ? await giftCards(texts, session, { details, order, fault: refused?.fault }) : ''}
    ${methodForms(texts, session, { details, typed, total })}
    <form method="post" action="${session.sessionId}?abandon=1">
      <button class="plain" type="submit">${texts.cancel}</button>
    </form>`;
  const name = fill(texts.payTo, brand?.displayName ?? details.seller.name);
  // Screen readers announce the title first, so it begins with the error.
  const title = notice === '' ? name : `${notice} ${name}`;
  return page({
    status: refused?.status ?? (typed ? 422 : 200),
    moreHeaders: refused?.headers,
    texts,
    title,
    brand,
    header: pageHeader(texts, details, brand),
    content,
    footer: footer(texts, details, Math.max(1, Math.ceil((session.expiresAtMs - nowMs()) / MINUTE_MS))),
    returnUrl: details.returnUrl,
  });
};

const OVER_STATUS = { waiting: 409, paid: 409, closed: 410, lapsed: 410 } as const;

/** The page of a session that cannot be paid: 409 if it is paid or awaits approval, 410 if it is closed or expired. */
export const overPage = (
  state: Exclude<PageState, 'payable'>,
  details: SessionDetails | undefined,
  brand?: Brand,
): Promise<Reply> => {
  const texts = pageTexts(details?.locale);
  const { title, text } = state === 'waiting' ? methodTexts(texts).waiting : texts.over[state];
  const back =
    details &&
    !details.returnUrl.startsWith(`${config.baseUrl()}/pay/`) &&
    returnAddress(details.returnUrl, details.orderId, OVER_STATUS[state] === 409 ? 'authorized' : 'cancelled');
  const header = details ? pageHeader(texts, details, brand) : undefined;
  const content = html`<section class="card">
    ${header ? html`<h2>${title}</h2>` : html`<h1>${title}</h1>`}
    <p>${text}</p>
    ${back ? html`<a class="button" href="${back}">${isOfOrder(details) ? texts.toOrder : texts.backToShop}</a>` : ''}
  </section>`;
  return page({ status: OVER_STATUS[state], texts, title, brand, ...(header ? { header } : {}), content });
};

/** Whether the return URL is the page of the order, as in the hosted shop. */
const isOfOrder = ({ returnUrl, orderId }: SessionDetails): boolean =>
  new URL(returnUrl).pathname.split('/').includes(orderId);

/** The 404 for an unknown session, in the visitor's language. */
export const unknownPage = (acceptLanguage: string | undefined): Promise<Reply> => {
  const texts = pageTexts(visitorsTag(acceptLanguage));
  const { title, text } = texts.over.unknown;
  const content = html`<section class="card">
    <h1>${title}</h1>
    <p>${text}</p>
  </section>`;
  return page({ status: 404, texts, title, brand: undefined, content });
};

interface Page {
  status: number;
  texts: PaymentTexts;
  title: string;
  brand: Brand | undefined;
  header?: Markup;
  content: Markup;
  footer?: Markup;
  returnUrl?: string;
  moreHeaders?: Record<string, string> | undefined;
}

const page = async ({
  status,
  texts,
  title,
  brand,
  header,
  content,
  footer: foot,
  returnUrl,
  moreHeaders,
}: Page): Promise<Reply> => {
  const markup = await html`<!doctype html>
    <html lang="${texts.tag}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${raw(`<style>${stylesFor(brand)}</style>`)}
      </head>
      <body>
        <aside class="test" aria-label="${texts.testMode}">
          <strong>${texts.testMode}.</strong> ${texts.testModeNote}
        </aside>
        ${header ?? ''}
        <main>${content}</main>
        ${foot ?? ''}
      </body>
    </html>`;
  return { status, headers: { ...pageHeaders(brand, returnUrl), ...moreHeaders }, body: String(markup) };
};

const pageHeader = (texts: PaymentTexts, { seller, reference }: SessionDetails, brand: Brand | undefined): Markup =>
  html`<header>
    ${mark(brand?.displayName ?? seller.name, brand)}
    <div>
      <h1>${fill(texts.payTo, brand?.displayName ?? seller.name)}</h1>
      <p>${fill(texts.order, reference)}</p>
    </div>
  </header>`;

/** The logo, or the initial of the shop's name if it has no logo. */
const mark = (name: string, brand: Brand | undefined): Markup => {
  const { logo } = brand ?? {};
  return logo
    ? html`<div class="logo"><img src="${logo.url}" alt="" width="${logo.width}" height="${logo.height}" /></div>`
    : html`<div class="mark" aria-hidden="true">${/^./u.exec(name.trim())?.[0]?.toUpperCase() ?? ''}</div>`;
};

const summary = (texts: PaymentTexts, { lines, amounts, due, giftCards: cards }: SessionDetails): Markup => {
  const cardTexts = giftCardTexts(texts.tag);
  const row = (name: string, amount: number, className = ''): Markup =>
    html`<div class="${className}">
      <dt>${name}</dt>
      <dd>${money(texts, amount, amounts.currency)}</dd>
    </div>`;
  const vatText = isVatOfFeesAndPostage(amounts, amounts.vat) ? texts.vatIncluded : texts.allVatIncluded;
  const discount = lines.reduce((sum, line) => sum + (line.discount ?? 0), 0);
  return html`<section class="card" aria-label="${texts.total}">
    <dl>
      ${lines.map((line) =>
        row(line.quantity > 1 ? `${line.quantity} × ${line.name}` : line.name, line.amount + (line.discount ?? 0)),
      )}
      ${discount > 0 ? row(texts.discount, -discount, 'soft') : ''}
      ${amounts.fees > 0 ? row(texts.fees, amounts.fees, 'soft') : ''}
      ${amounts.shipping > 0 ? row(texts.shipping, amounts.shipping, 'soft') : ''}
      ${row(texts.total, amounts.total, 'total')}
      ${cards.map(({ codeLast4, amount }) => row(fillPlaceholder(cardTexts.card, codeLast4), -amount, 'soft'))}
      ${cards.length > 0 ? row(cardTexts.due, due, 'total') : ''}
    </dl>
    ${amounts.vat > 0 ? html`<p class="note">${fill(vatText, money(texts, amounts.vat, amounts.currency))}</p>` : ''}
  </section>`;
};

const giftCards = async (
  texts: PaymentTexts,
  { sessionId }: GatewaySessionRow,
  { details, order, fault }: { details: SessionDetails; order: OrderRow; fault: string | undefined },
): Promise<Markup> => {
  const entry = {
    texts: giftCardTexts(texts.tag),
    action: sessionId,
    cards: await readCards(order),
    attempt: randomBytes(16).toString('hex'),
    money: (minor: number) => money(texts, minor, details.amounts.currency),
    fault,
  };
  return html`<section class="card gift-cards" id="${ENTRY_ID}" aria-label="${entry.texts.heading}" tabindex="-1">
    ${cardList(entry)} ${codeEntry(entry)}
  </section>`;
};

/** Text about the last failure; empty if there was none. */
const noticeOf = (texts: PaymentTexts, session: GatewaySessionRow, typed: TypedForm | undefined): string => {
  if (typed) return texts.checkFields;
  const { lastAttempt: last } = session;
  if (last?.outcome !== 'declined') return '';
  return last.type === undefined ? texts.declinedBefore : methodTexts(texts).notApproved;
};

/**
 * An error message. It gets the focus, so that screen readers announce it immediately, unless a field with a fault has
 * the focus.
 */
const alert = (text: string, hasFocus: boolean): Markup =>
  text === ''
    ? html``
    : html`<p class="alert" role="alert" tabindex="-1" ${hasFocus ? raw('autofocus') : ''}>${text}</p>`;

const footer = (texts: PaymentTexts, { seller }: SessionDetails, minutesLeft: number): Markup =>
  html`<footer>
    <p>${lock()}${texts.secure}. ${fill(texts.lapsesIn, minutesLeft)}</p>
    <p>${seller.name}${seller.vatNumber ? ` · ${seller.vatNumber}` : ''}</p>
  </footer>`;
