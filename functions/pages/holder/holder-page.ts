import { html, raw } from 'hono/html';
import { encode } from 'uqr';
import { brandOf } from '../../domain/company/brand/rules.ts';
import { formatAmount, formatDay, formatEventTime } from '../../domain/fulfillment/documents/format.ts';
import { itemLink } from '../../platform/document-links.ts';
import { familyOfItem, termsTextOf } from '../../domain/fulfillment/documents/rules.ts';
import type { Language } from '../../domain/fulfillment/documents/schema.ts';
import { hasDocument } from '../../domain/fulfillment/documents/deliverable-lines.ts';
import { formatTag, documentTextsIn } from '../../domain/fulfillment/documents/texts.ts';
import type { HolderView } from '../../domain/fulfillment/holder/holder-view.ts';
import { claimUrlOf } from '../../domain/value/items/claim-url.ts';
import { obstacleOf, statusAt } from '../../domain/value/items/rules.ts';
import { isSpentByAmount, isSpentByPiece } from '../../domain/value/items/kinds.ts';
import { EXPIRED, worthOf, type ItemRow } from '../../domain/value/items/rows.ts';
import { walletLinks } from '../../domain/fulfillment/wallet/links.ts';
import { isForWallets } from '../../domain/fulfillment/wallet/rules.ts';
import { addToWalletLabel } from '../../domain/fulfillment/wallet/texts.ts';
import { framePage, type FramePart } from '../kit/page-frame.ts';
import { phoneUrl } from '../kit/phone-url.ts';
import type { Reply } from '../../pipeline/request.ts';
import { holderTexts, type HolderTexts } from './holder-texts.ts';
import { stateTexts } from './state-texts.ts';
import { venueAddress } from '../../domain/catalog/products/venue-address.ts';

const STYLES = `
.badge{margin:0 0 4px;font-size:14px;color:var(--soft)}
.state{display:inline-block;margin:10px 0 0;padding:3px 11px;border:1px solid transparent;border-radius:99px;background:#d9f2e1;color:#0c4a26;font-size:14px;font-weight:600}
.state.ended{background:#fbe0dd;color:#7d1a14}
.state.waiting{background:#fdeec8;color:#5a3c00}
.state.used{background:#e6e8eb;color:#343a43}
.state+p:not(.balance){margin:8px 0 0}
.balance{margin:14px 0 0;font:650 34px/1.2 var(--brand-heading-font,system-ui,sans-serif)}
.balance.over{font-size:22px;font-weight:400;color:var(--soft)}
.balance small{display:block;font:400 14px/1.5 var(--brand-body-font,system-ui,sans-serif);color:var(--soft)}
dl{margin:18px 0 0}
/* With large fonts a value is below its label, because next to it words would break. */
dl>div{display:flex;flex-wrap:wrap;gap:0 18px;margin:0 0 6px}
dt{flex:0 0 7.5em;color:var(--soft)}
dd{flex:1 1 7em;min-width:0;margin:0;white-space:pre-line;overflow-wrap:anywhere}
.code{margin:22px 0 0;padding:18px;border:1px dashed var(--line);border-radius:12px;text-align:center}
.code svg{display:block;width:min(220px,100%);height:auto;margin:0 auto 12px;border-radius:8px}
.code strong{display:block;text-wrap:balance;font:650 clamp(13px,calc((100vw - 118px) / 14.6),20px)/1.4 ui-monospace,Menlo,Consolas,monospace;overflow-wrap:anywhere}
.code+p{margin-top:16px}
.code p{margin:8px 0 0;font-size:14px;color:var(--soft)}
ul{margin:0;padding:0;list-style:none}
li{padding:3px 0;overflow-wrap:anywhere}
li a{display:inline-block;padding:6px 0}
details{margin:22px 0 0;border-top:1px solid var(--line);padding-top:14px}
summary{cursor:pointer;font-weight:600}
.terms{margin-top:10px;font-size:14px;white-space:pre-line}
.over-code strong{color:var(--soft);text-decoration:line-through}
`;

interface Page extends HolderView {
  language: Language;
  t: HolderTexts;
  /** Language tag for dates and amounts. */
  tag: string;
}

/**
 * The page that a phone opens for the QR code of a card: its kind, value and validity, and where it can be redeemed.
 */
export const holderPage = (held: HolderView, language: Language, acceptedTag: string | undefined): Promise<Reply> => {
  const page: Page = { ...held, language, t: holderTexts(language), tag: formatTag(acceptedTag ?? null, language) };
  const { company, item, t } = page;
  const title = item?.title ?? t.voucher;
  const content = html`${item ? html`<p class="badge">${documentTextsIn(language).badge[familyOfItem(item)]}</p>` : ''}
    <h1>${title}</h1>
    ${item?.variant ? html`<p class="soft">${item.variant}</p>` : ''} ${stateOf(page)} ${balanceOf(page)}
    ${factsOf(page)} ${codeOf(page)} ${actionsOf(page)} ${placeOf(page)} ${smallPrintOf(page)}`;
  const brand = brandOf(company);
  return framePage({ status: 200, language, title: `${title} – ${brand.displayName}`, brand, content, styles: STYLES });
};

interface ItemStatus {
  /** `waiting`: the item cannot be used yet, or is on hold. `used`: it was redeemed, which is not an error. */
  kind: 'valid' | 'waiting' | 'used' | 'ended';
  text: string;
  /** What the state means for the holder, if the text does not say so. */
  explanation?: string;
}

const itemStatusOf = ({ item, terms, language }: Page): ItemStatus => {
  const { card, ticket, dormant, waitsFor } = stateTexts(language);
  if (!item) return { kind: 'waiting', text: dormant, explanation: waitsFor.dormant };
  const words = item.event ? { ...card, ...ticket } : card;
  if (item.replacedBy !== undefined) return { kind: 'ended', text: words.replaced, explanation: words.replacedText };
  const obstacle = obstacleOf(item, terms);
  switch (obstacle) {
    case null: {
      const isExpired = statusAt(item, terms.nowMs) === EXPIRED;
      return { kind: 'valid', text: isExpired ? words.expiredAccepted : words.valid };
    }
    case 'unpaid':
      return { kind: 'waiting', text: words.unpaid, explanation: waitsFor.unpaid };
    case 'disputed':
    case 'blocked':
    case 'held':
      return { kind: 'waiting', text: words.disputed, explanation: waitsFor.disputed };
    case 'used':
    case 'empty':
      return { kind: 'used', text: words.used };
    default:
      return { kind: 'ended', text: words[obstacle] };
  }
};

const isUsable = (page: Page): boolean => itemStatusOf(page).kind === 'valid';
/** Whether the item can never be used again. */
const isOver = (page: Page): boolean => ['used', 'ended'].includes(itemStatusOf(page).kind);

const stateOf = (page: Page): FramePart => {
  const { kind, text, explanation } = itemStatusOf(page);
  return html`<p class="state ${kind}">${text}</p>
    ${explanation === undefined ? '' : html`<p>${explanation}</p>`}`;
};

const hidesPrice = ({ company }: Page, item: ItemRow): boolean =>
  company.hide_prices?.includes(familyOfItem(item)) ?? false;

const balanceOf = (page: Page): FramePart => {
  const { item, t, tag } = page;
  if (!item || item.event || item.replacedBy !== undefined) return '';
  const money = (minor: number): string => formatAmount(minor, item.currency, tag);
  const style = isOver(page) ? 'balance over' : 'balance';
  if (isSpentByAmount(item)) {
    const isWhole = item.remainingMinor === worthOf(item);
    return html`<p class="${style}">
      <small>${t.balance}</small>${money(item.remainingMinor)}
      ${isWhole ? '' : html`<small>${t.of(money(worthOf(item)))}</small>`}
    </p>`;
  }
  if (hidesPrice(page, item)) return '';
  return html`<p class="${style}"><small>${t.value}</small>${money(item.valueMinor)}</p>`;
};

/** A replaced or cancelled item has no validity any more. */
const isVoid = ({ terms }: Page, item: ItemRow): boolean =>
  item.replacedBy !== undefined || obstacleOf(item, terms) === 'cancelled';

const factsOf = (page: Page): FramePart => {
  const { item, event, awaitsDate, company, t, tag, language } = page;
  if (!item) return '';
  const texts = documentTextsIn(language);
  const shown = event ?? (item.event && { ...item.event, datePrecision: 'date_time' });
  const venue = event?.venue;
  const place = venue ? [venue.name, venueAddress(venue).join(', ')].filter(Boolean) : [];
  const facts: [string, string][] = [
    ...(shown
      ? [[texts.when, awaitsDate ? t.dateFollows : formatEventTime(shown, company.time_zone, tag)] as [string, string]]
      : []),
    ...(place.length > 0 ? [[texts.where, place.join('\n')] as [string, string]] : []),
    ...(isSpentByPiece(item) ? [[texts.seats, t.left(item.remainingPieces, item.pieces)] as [string, string]] : []),
    ...(item.event || isVoid(page, item)
      ? []
      : [[texts.validUntil, formatDay(item.validUntilMs, company.time_zone, tag)] as [string, string]]),
    ...(item.orderReference === null ? [] : [[texts.orderNumber, item.orderReference] as [string, string]]),
  ];
  return html`<dl>
    ${facts.map(
      ([label, text]) =>
        html`<div>
          <dt>${label}</dt>
          <dd>${text}</dd>
        </div>`,
    )}
  </dl>`;
};

/** A QR code that is dark on white even in dark mode, so that scanners can read it. */
const qrPicture = (text: string): string => {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    `<svg viewBox="0 0 ${size} ${size}" role="img" aria-label="QR" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`
  );
};

const codeOf = (page: Page): FramePart => {
  const { company, code, item, t, language } = page;
  const canShow = isUsable(page);
  const texts = documentTextsIn(language);
  const hint = item?.event ? texts.scanHint.ticket : texts.scanHint.card;
  return html`<section class="code${isOver(page) ? ' over-code' : ''}" aria-label="${texts.code}">
    ${canShow ? raw(qrPicture(claimUrlOf({ company: company.slug, code }))) : ''}<strong translate="no">${code}</strong>
    ${canShow ? html`<p>${hint} ${t.keep}</p>` : ''}
  </section>`;
};

/** Makes a URL relative, so that the page also works on a shop's own domain. */
const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
};

/** A document that cannot be used is not the main button, and a redeemed ticket needs no entry in a calendar. */
const actionsOf = (page: Page): FramePart => {
  const { item, awaitsDate, company, terms, t, language } = page;
  if (!item || !hasDocument(item)) return '';
  const { kind } = itemStatusOf(page);
  const calendar = `/c/${encodeURIComponent(company.slug)}/${encodeURIComponent(item.code)}/event.ics`;
  const wallets = isForWallets(item, terms) && !awaitsDate ? walletLinks(item) : [];
  return html`<p>
    <a class="button${kind === 'valid' ? ' main' : ''}" href="${pathOf(itemLink(item))}">${t.document}</a>
    ${item.event && !awaitsDate && kind !== 'used' ? html`<a class="button" href="${calendar}">${t.calendar}</a>` : ''}
    ${wallets.map(({ wallet, url }) => html`<a class="button" href="${pathOf(url)}">${addToWalletLabel(wallet, language)}</a>`)}
  </p>`;
};

const placeOf = (page: Page): FramePart => {
  const { company, t } = page;
  const canUse = isUsable(page);
  const { contact, address } = company;
  const place = contact?.redeem_at ?? (address ? `${address.street}, ${address.postcode} ${address.city}` : '');
  const phone = contact?.phone;
  const lines = [
    ...(place ? [html`<li>${place}</li>`] : []),
    ...(phone ? [html`<li><a href="${phoneUrl(phone)}">${phone}</a></li>`] : []),
    ...(contact?.email ? [html`<li><a href="mailto:${contact.email}">${contact.email}</a></li>`] : []),
    ...(contact?.web
      ? [html`<li><a href="${contact.web}" rel="noopener">${contact.web.replace(/^https?:\/\//, '')}</a></li>`]
      : []),
  ];
  return html`<section>
    <h2>${canUse ? t.where : t.contact}</h2>
    <p>${canUse ? t.how : t.ask}</p>
    <ul>
      ${lines}
    </ul>
  </section>`;
};

const smallPrintOf = ({ item, company, language }: Page): FramePart => {
  const text = item ? termsTextOf(company, familyOfItem(item), language) : '';
  const url = company.terms?.url;
  if (text === '' && url === undefined) return '';
  return html`<details>
    <summary>${documentTextsIn(language).terms}</summary>
    <div class="terms">${text}</div>
    ${url === undefined ? '' : html`<p><a href="${url}" rel="noopener">${url}</a></p>`}
  </details>`;
};

/** The page for every unknown code. It shows no shop, because an attacker chooses the shop in the URL. */
export const unknownCodePage = (language: Language): Promise<Reply> => {
  const t = holderTexts(language);
  const content = html`<h1>${t.unknown}</h1>
    <p>${t.unknownText}</p>`;
  return framePage({ status: 404, language, title: t.unknown, brand: undefined, content });
};

export const tooManyLookupsPage = (language: Language, retryAfterSeconds: number): Promise<Reply> => {
  const t = holderTexts(language);
  const content = html`<h1>${t.tooMany}</h1>
    <p>${t.tooManyText}</p>`;
  const headers = { 'Retry-After': String(retryAfterSeconds) };
  return framePage({ status: 429, language, title: t.tooMany, brand: undefined, content, headers });
};
