import { html, raw } from 'hono/html';
import { canUseGiftCards } from '../../../domain/checkout/orders/gift-cards.ts';
import type { OrderRow } from '../../../domain/checkout/orders/rows.ts';
import type { OrderLine } from '../../../domain/catalog/products/line-shape.ts';
import { momentAt } from '../../../platform/zones.ts';
import { lineField } from '../../../domain/checkout/pricing/lines.ts';
import { pointName } from '../form/pickup.ts';
import type { FormOrder } from '../form/to-order.ts';
import { moment, money } from '../format.ts';
import { eventOf, promiseFields, shownTermsOf, differentValueOf } from '../offer-fingerprint.ts';
import { shopPage, shopTitle } from '../layout.ts';
import { giftCardTexts } from '../../kit/gift-cards/texts.ts';
import { htmlLanguage, none, type Markup, typedText } from '../../kit/markup.ts';
import type { Reply } from '../../../pipeline/request.ts';
import type { Visit } from '../visit.ts';
import { catalogText } from './cards.ts';
import { keptFields } from './fields.ts';
import { consentField } from './form-buyer.ts';
import { firstProduct, noticeBox, steps, type OrderForm } from './form.ts';
import { sumsOf } from './sums.ts';
import { countryName } from '../../../platform/countries.ts';

/** Button that places the order and opens the form for a gift card. */
export const WITH_GIFT_CARD = 'confirm_gift_card';

interface Summary extends OrderForm {
  order: FormOrder;
  /** The order as it would be placed now. */
  offered: OrderRow;
  /** The wording of the consent has changed since the buyer consented, so it is requested again here. */
  isConsentReset: boolean;
  /** URL of the picture that the buyer has uploaded. */
  ownPicture: string | undefined;
}

/** The complete order with its price and terms, before it is placed. */
export const summaryPage = (summary: Summary): Promise<Reply> => {
  const { visit, typed, token, offered } = summary;
  const { amounts } = offered;
  const { t, links, shop } = visit;
  const total = money(visit, amounts.total);
  const isFree = amounts.total === 0;
  return shopPage(visit, {
    status: summary.status ?? 200,
    title: `${t.summary.title} – ${shopTitle(visit)}`,
    caching: 'history',
    content: html`<div class="wide">
      ${steps(summary, 3)}
      <h1>${t.summary.title}</h1>
      ${noticeBox(summary.notices)}
      <form class="checkout confirm-form" method="post" action="${links.buy()}" target="_top">
        <div>
          ${keptFields(typed.with({ form: token, ...promiseFields(visit, offered) }).entries())} ${items(summary)}
          ${details(summary)}
          ${summary.isConsentReset ? html`<div class="card">${consentField(visit, { ...summary, optional: t.form.optional, labels: new Map() })}</div>` : none}
        </div>
        <aside>
          <div class="panel">
            <h2>${t.summary.price}</h2>
            ${sumsOf(visit, amounts)} ${terms(visit, offered.lines)}
            <div class="actions">
              ${
                shop.isPreview
                  ? html`<p class="alert">${t.layout.previewNote}</p>`
                  : html`<button class="main-action" type="submit" name="step" value="confirm">
                        ${isFree ? t.summary.order : t.summary.pay(total)}
                      </button>
                      ${canUseGiftCards(offered) && !isFree ? giftCardButton(visit) : none}`
              }
              <button class="plain" type="submit" name="step" value="edit" formtarget="_self">
                ${t.summary.change}
              </button>
              ${isFree ? none : html`<p class="hint">${t.summary.redirect}</p>`}
            </div>
          </div>
        </aside>
      </form>
    </div>`,
  });
};

const giftCardButton = ({ t }: Visit): Markup => {
  const { order, orderHint } = giftCardTexts(t.tag);
  return html`<button
      class="plain"
      type="submit"
      name="step"
      value="${WITH_GIFT_CARD}"
      aria-describedby="gift-card-hint"
    >
      ${order}
    </button>
    <p class="hint" id="gift-card-hint">${orderHint}</p>`;
};

const items = ({ visit, typed, order, offered }: Summary): Markup => {
  const { t } = visit;
  return html`<section class="card" aria-labelledby="items">
    <h2 id="items">${t.form.items}</h2>
    ${offered.lines.map((line, at) => {
      const { index = at } = order.lines[at] ?? {};
      const notes = notesOf(visit, line, (member) => typed.get(lineField(index, member)));
      return html`<div class="line-item priced">
        <div>
          <p class="title">
            ${line.quantity} ×
            ${catalogText(visit, line.name)}${line.optionName ? html`, ${catalogText(visit, line.optionName)}` : none}
          </p>
          ${notes.map((note) => html`<p class="hint">${note}</p>`)}
        </div>
        <p>${money(visit, line.subtotal)}</p>
      </div>`;
    })}
  </section>`;
};

/** The details of a line in addition to its name and price. */
const notesOf = (visit: Visit, line: OrderLine, text: (member: string) => string): (Markup | string)[] => {
  const { t } = visit;
  const worth = differentValueOf(line);
  const event = eventOf(visit, line);
  const point = line.ticket?.collectionPoint;
  const address = (['name', 'street', 'city'] as const).map((each) => text(`ticket.address.${each}`)).filter(Boolean);
  return [
    ...(line.quantity > 1 ? [`${money(visit, line.amount)} ${t.form.each}`] : []),
    ...(worth === undefined ? [] : [worthText(visit, line, worth)]),
    ...(line.validity.type === 'months' ? [t.product.months(line.validity.months)] : []),
    ...(event ? [event.when] : []),
    ...(event && event.where !== '' ? [catalogText(visit, event.where)] : []),
    ...(text('ticket.code') === '' ? [] : [`${t.summary.code}: ${text('ticket.code')}`]),
    ...(point ? [html`${t.summary.collectAt} ${catalogText(visit, point.name)}`] : []),
    ...(address.length > 0 ? [`${t.summary.sentTo} ${address.join(', ')}`] : []),
    ...(text('ticket.comment') === '' ? [] : [`${t.summary.comment}: ${text('ticket.comment')}`]),
  ];
};

/** Text about the value of a gift card, or about the redemption value of an offer. */
const worthText = (visit: Visit, { family }: OrderLine, worth: number): string =>
  family === 'gift_card'
    ? `${visit.t.form.amount}: ${money(visit, worth)}`
    : visit.t.product.worth(money(visit, worth));

const details = (summary: Summary): Markup => {
  const { visit, typed } = summary;
  const { t } = visit;
  const greeting = typed.get('greeting.message');
  const rows: [string, Markup | string | undefined][] = [
    [t.summary.recipient, recipientText(summary)],
    [t.summary.delivery, deliveryText(summary)],
    [t.summary.greeting, greeting === '' ? undefined : typedText(greeting)],
    [t.summary.picture, pictureText(summary)],
    [t.summary.buyer, `${typed.get('sender.name')}\n${typed.get('sender.email')}`],
    [t.summary.company, companyText(summary)],
    [t.form.discountCode, visit.shop.settings.discountCodes ? typed.get('discount_code') || undefined : undefined],
    [
      t.summary.newsletter,
      typed.get('consent') === '' || !visit.own(visit.shop.settings.consent) ? undefined : t.summary.yes,
    ],
  ];
  return html`<section class="card" aria-label="${t.form.title}">
    <dl class="details">
      ${rows.map(([name, value]) =>
        value === undefined
          ? none
          : html`<div>
              <dt>${name}</dt>
              <dd>${value}</dd>
            </div>`,
      )}
    </dl>
  </section>`;
};

const recipientText = ({ visit, typed }: Summary): string => {
  if (typed.get('to') === 'me') return visit.t.summary.myself;
  return [typed.get('recipient.name'), typed.get('recipient.email')].filter((part) => part !== '').join('\n');
};

const deliveryText = (summary: Summary): string => {
  const { visit, typed, order } = summary;
  const { t } = visit;
  const delivery = (order.input['delivery'] ?? {}) as { method?: keyof typeof t.form.methods; send_at?: string };
  const method = delivery.method === undefined ? '' : t.form.methods[delivery.method];
  if (delivery.method === 'postal') return [method, ...addressLines(summary)].join('\n');
  const at = momentAt(typed.get('send_on'), typed.get('send_time') || '09:00', visit.shop.company.time_zone);
  const when = delivery.send_at !== undefined && at !== undefined ? t.summary.sendAt(moment(visit, at)) : undefined;
  return [method, when].filter((part) => part !== undefined).join('\n');
};

const addressLines = ({ visit, order, typed }: Summary): string[] => {
  const { address = {}, pickup_point_id: point } = order.input['delivery'] as {
    address?: Record<string, string>;
    pickup_point_id?: string;
  };
  const place = [address['postcode'], address['city']].filter(Boolean).join(' ');
  return [
    ...(point === undefined ? [] : [`${visit.t.form.pickupPoint}: ${pointName(typed, point)}`]),
    ...[address['name'], address['company_name'], address['street'], place].filter(
      (line) => line !== undefined && line !== '',
    ),
    countryName(address['country'] ?? '', visit.t.tag),
  ].filter((line): line is string => line !== undefined && line !== '');
};

const pictureText = (summary: Summary): Markup | string | undefined => {
  const { visit, typed, ownPicture } = summary;
  const chosen = typed.get('picture');
  if (!visit.shop.settings.greeting) return undefined;
  if (ownPicture !== undefined) {
    return html`<img class="picture-preview" src="${ownPicture}" alt="" />${visit.t.summary.ownPicture}`;
  }
  const design = firstProduct(summary)?.personalization.designs.find(({ id }) => id === chosen);
  return (
    design &&
    html`<img
        class="picture-preview"
        src="${design.url}"
        alt=""
        width="150"
        height="100"
      />${catalogText(visit, design.name)}`
  );
};

const companyText = ({ typed, order }: Summary): string | undefined => {
  const sender = order.input['sender'] as { company?: unknown } | undefined;
  if (!sender?.company) return undefined;
  const text = (member: string): string => typed.get(`sender.company.${member}`);
  const place = [text('postcode'), text('city')].filter(Boolean).join(' ');
  return [text('name'), text('vat_number'), text('street'), place].filter((line) => line !== '').join('\n');
};

/** The terms that the buyer accepts by ordering. */
const terms = (visit: Visit, lines: readonly OrderLine[]): Markup => {
  const { t } = visit;
  const { text, url } = shownTermsOf(visit, lines);
  if (!text && !url) return none;
  const link = url
    ? html`<p class="hint"><a href="${url}" target="_blank" rel="noopener">${t.summary.terms}</a></p>`
    : none;
  return html`${
      text
        ? html`<details>
            <summary>${t.summary.terms}</summary>
            <div
              class="terms prose"
              lang="${htmlLanguage(text.language)}"
              tabindex="0"
              role="region"
              aria-label="${t.summary.terms}"
            >
              ${raw(text.text)}
            </div>
          </details>`
        : link
    }
    <p class="hint">${t.summary.accept}</p>`;
};
