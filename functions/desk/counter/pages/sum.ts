import { html } from 'hono/html';
import type { readRedemption } from '../../../domain/value/items/redemptions/read.ts';
import { SOURCES_MAX } from '../../../domain/value/items/redemptions/schema.ts';
import { decimalsOf } from '../../../platform/currencies.ts';
import { decimalFromMinor } from '../../../platform/decimals.ts';
import type { ApiError } from '../../../platform/errors.ts';
import type { Reply } from '../../../pipeline/request.ts';
import { none, type Markup } from '../../../pages/kit/markup.ts';
import { counterPath, itemPath, sumPath } from '../../codes.ts';
import { money } from '../../format.ts';
import { newGuid } from '../../guid.ts';
import { deskPage, tokenField } from '../../layout.ts';
import { messages, refusalText } from '../../pages/notices.ts';
import { table } from '../../pages/table.ts';
import { SUM_TEXTS } from '../../texts/sum.ts';
import { typedInField } from '../../typed-in.ts';
import type { DeskVisit } from '../../visit.ts';
import { cardField, type Split } from '../split.ts';
import { codeForm } from './code-form.ts';

/** A sum, its scanned cards, and one button that redeems the sum from all of them. */
export const sumPage = (visit: DeskVisit, split: Split, refusal?: ApiError): Promise<Reply> => {
  const t = SUM_TEXTS[visit.language];
  const fault = refusal ? refusalText(visit, refusal, {}) : split.fault;
  const isOpen = split.sumMinor === undefined || split.takenMinor < split.sumMinor;
  return deskPage(visit, {
    title: t.title,
    place: 'counter',
    refusal,
    content: html`<h1>${t.title}</h1>
      ${messages({ fault })} ${split.alone === undefined ? none : atCounter(visit, split.alone)}
      ${sumForm(visit, split)} ${split.parts.length > 0 ? cards(visit, split) : none}
      ${split.takenMinor > 0 ? confirmForm(visit, split) : none}
      ${
        split.sumMinor !== undefined && isOpen && split.parts.length < SOURCES_MAX
          ? codeForm(visit, { label: t.nextCard, action: '/desk/sum', kept: kept(split), hasFocus: true })
          : none
      }`,
  });
};

const atCounter = ({ t }: DeskVisit, code: string): Markup =>
  html`<p>
    <a href="${counterPath(code)}">${t.counter.title}: <span class="code" translate="no">${code}</span></a>
  </p>`;

/** Hidden fields with the state of earlier steps. */
const keptCards = ({ parts }: Split): Markup =>
  html`${parts.map(({ item }, at) => html`<input type="hidden" name="${cardField(at)}" value="${item.code}" />`)}`;

const kept = (split: Split): Markup => html`<input type="hidden" name="sum" value="${split.sum}" />${keptCards(split)}`;

const sumForm = (visit: DeskVisit, split: Split): Markup => {
  const t = SUM_TEXTS[visit.language];
  const { sum, currency } = split;
  return html`<form class="stack card" method="get" action="/desk/sum">
    ${keptCards(split)}<label for="sum">${t.sum} (${currency})</label>
    <div class="row">
      <input
        id="sum"
        name="sum"
        required
        inputmode="${decimalsOf(currency) === 0 ? 'numeric' : 'decimal'}"
        value="${sum}"
        autocomplete="off"
      />
      <button class="${sum === '' ? '' : 'quiet'}">${t.setSum}</button>
    </div>
  </form>`;
};

const cards = (visit: DeskVisit, split: Split): Markup => {
  const t = SUM_TEXTS[visit.language];
  const { sum, parts, currency } = split;
  return table('cards', t.card, {
    head: [t.card, t.available, t.takes, ''],
    figures: [1, 2],
    rows: parts.map(({ item, minor }) => [
      html`<span class="code" translate="no">${item.code}</span>`,
      money(visit, item.available_amount, currency),
      money(visit, decimalFromMinor(minor, currency), currency),
      html`<a
        href="${sumPath({
          sum,
          card: parts.flatMap((part) => (part.item.code === item.code ? [] : [part.item.code])),
        })}"
        >${t.remove}<span class="visually-hidden"> ${item.code}</span></a
      >`,
    ]),
  });
};

const confirmForm = (visit: DeskVisit, split: Split): Markup => {
  const t = SUM_TEXTS[visit.language];
  const { sumMinor = 0, takenMinor, currency, parts } = split;
  const format = (minor: number): string => money(visit, decimalFromMinor(minor, currency), currency);
  const remainingMinor = sumMinor - takenMinor;
  const cardCount = parts.filter(({ minor }) => minor > 0).length;
  return html`<form class="stack card" method="post" action="/desk/sum" data-repeat>
    ${tokenField(visit)}${typedInField(visit)}
    <input type="hidden" name="guid" value="${newGuid()}" />
    <input type="hidden" name="currency" value="${currency}" />
    ${kept(split)} ${parts.map(({ minor }, at) => html`<input type="hidden" name="part.${at}" value="${minor}" />`)}
    <p class="worth">
      <strong>${remainingMinor > 0 ? t.toCover(format(remainingMinor)) : t.covered(format(sumMinor))}</strong>
    </p>
    ${remainingMinor > 0 ? html`<p class="hint">${t.rest(format(remainingMinor))}</p>` : none}
    <button class="${remainingMinor > 0 ? 'wide-button quiet' : 'wide-button'}">
      ${t.confirm(format(takenMinor), cardCount)}
    </button>
  </form>`;
};

type Redemption = Awaited<ReturnType<typeof readRedemption>>;

/** The amounts taken from each card, and the next step. */
export const sumDonePage = (visit: DeskVisit, { amount, currency, sources }: Redemption): Promise<Reply> => {
  const t = SUM_TEXTS[visit.language];
  return deskPage(visit, {
    title: t.title,
    place: 'counter',
    content: html`<h1 class="visually-hidden">${t.title}</h1>
      <div class="done outcome" role="status">
        <p><strong>${t.done(money(visit, amount, currency), sources.length)}</strong></p>
      </div>
      ${table('cards', t.card, {
        head: [t.card, t.takes, t.left],
        figures: [1, 2],
        rows: sources.map((source) => [
          html`<a href="${itemPath(source.code)}" class="code" translate="no">${source.code}</a>`,
          money(visit, source.amount, currency),
          html`<strong>${money(visit, source.remaining_after, currency)}</strong>`,
        ]),
      })}
      <p>${t.next}</p>
      ${codeForm(visit, { label: visit.t.counter.next, action: '/desk' })}`,
  });
};
