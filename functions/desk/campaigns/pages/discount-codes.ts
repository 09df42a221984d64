import { html } from 'hono/html';
import type { PresentedDiscountCode } from '../../../domain/administration/discount-codes/entry.ts';
import { listDiscountCodes } from '../../../domain/administration/discount-codes/list.ts';
import { NO_RESULT, readResults, resultOfCode } from '../../../domain/reporting/reports/results.ts';
import { decimalFromMinor } from '../../../platform/decimals.ts';
import type { Reply } from '../../../pipeline/request.ts';
import { none, type Markup } from '../../../pages/kit/markup.ts';
import { discountCodePath } from '../../codes.ts';
import { decimal, money, numberText } from '../../format.ts';
import { creatingForm, foldedForm } from '../../pages/folded-form.ts';
import { deskPage } from '../../layout.ts';
import { fieldFaults } from '../../pages/field-fault.ts';
import { stateMark } from '../../pages/state-mark.ts';
import { table } from '../../pages/table.ts';
import type { DeskVisit } from '../../visit.ts';
import { DISCOUNT_FIELDS, discountValues } from '../discount-form.ts';
import { sentValues } from '../typed.ts';
import { window } from './campaigns.ts';
import { choiceField, textField, tickField, type Form } from './fields.ts';
import { batchList, campaignTexts, keyedForm, runStateOf, outcomeNotices, type FormOutcome } from './shared.ts';

const SHOWN = 50;

/** The discount codes with their results, and forms for a new code and for a batch of single-use codes. */
export const discountCodesPage = async (visit: DeskVisit, shown: FormOutcome): Promise<Reply> => {
  const t = campaignTexts(visit);
  const { slug } = visit.company;
  const { starting_after: startingAfter, q = '' } = visit.request.method === 'GET' ? visit.request.query : {};
  const [{ data, next_cursor: next }, batches] = await Promise.all([
    listDiscountCodes(slug, { limit: SHOWN, startingAfter, beginning: q.trim() }),
    batchList(visit, 'discount'),
  ]);
  const results = await readResults(
    slug,
    data.map(({ code }) => resultOfCode(code)),
  );
  const formFor = (name: string): Form =>
    shown.refused === name
      ? { name, values: sentValues(visit), faults: fieldFaults(shown.refusal, DISCOUNT_FIELDS) }
      : { name, values: discountValues(visit), faults: {} };
  const hasNone = data.length === 0 && q === '';
  return deskPage(visit, {
    title: t.discountTitle,
    place: 'discountCodes',
    refusal: shown.refusal,
    content: html`<h1>${t.discountTitle}</h1>
      ${outcomeNotices(visit, shown, DISCOUNT_FIELDS)}
      <p>${t.discountText}</p>
      ${hasNone ? html`<p>${t.noDiscountCodes}</p>` : none}
      ${creatingForm(
        t.createDiscount,
        keyedForm(visit, {
          action: '/desk/discount-codes',
          content: html`${textField(visit, formFor('new'), {
              name: 'code',
              label: t.code,
              hint: t.codeHint,
              required: true,
              maxLength: 25,
            })}
            ${settingsFields(visit, formFor('new'), { isLimited: true })} <button>${t.createDiscount}</button>`,
        }),
        { isOpen: hasNone || shown.refused === 'new' },
      )}
      ${hasNone ? none : codeList(visit, { data, q, results })}
      ${next === null ? none : moreLink(t.more, { q, starting_after: next })} ${batches}
      ${foldedForm(
        t.createBatch,
        html`<p>${t.createBatchText}</p>
          ${keyedForm(visit, {
            action: '/desk/discount-codes/batch',
            content: html`${textField(visit, formFor('batch'), {
                name: 'count',
                label: t.count,
                hint: t.countHint,
                required: true,
                maxLength: 6,
                inputMode: 'numeric',
              })}
              ${textField(visit, formFor('batch'), { name: 'prefix', label: t.prefix, hint: t.prefixHint, maxLength: 13 })}
              ${settingsFields(visit, formFor('batch'))} <button>${t.createBatch}</button>`,
          })}`,
        { isOpen: shown.refused === 'batch' },
      )}`,
  });
};

/** An absolute link, because a refused form is shown at its own path. */
const moreLink = (text: string, query: Record<string, string>): Markup =>
  html`<p class="links"><a href="/desk/discount-codes?${new URLSearchParams(query).toString()}">${text}</a></p>`;

interface CodeListInput {
  data: readonly PresentedDiscountCode[];
  /** The searched prefix of a code. */
  q: string;
  results: Awaited<ReturnType<typeof readResults>>;
}

const codeList = (visit: DeskVisit, { data, q, results }: CodeListInput): Markup => {
  const t = campaignTexts(visit);
  const { currency } = visit.company;
  return html`<form class="filters" method="get" action="/desk/discount-codes">
      <div>
        <label for="q">${t.beginsWith}</label>
        <input id="q" name="q" type="search" value="${q}" maxlength="25" autocomplete="off" />
      </div>
      <button class="quiet">${t.search}</button>
    </form>
    ${
      data.length === 0
        ? html`<p>${t.noneFound}</p>`
        : table('codes', t.discountTitle, {
            head: [t.code, t.effect, t.state, t.used, t.sales],
            figures: [3, 4],
            rows: data.map((code) => {
              const { minor } = results.get(resultOfCode(code.code)) ?? NO_RESULT;
              return [
                html`<a href="${discountCodePath(code.code)}" translate="no">${code.code}</a>`,
                discountOf(visit, code),
                discountState(visit, code),
                usesText(visit, code),
                money(visit, decimalFromMinor(minor, currency), currency),
              ];
            }),
          })
    }`;
};

export const discountOf = (visit: DeskVisit, code: Pick<PresentedDiscountCode, 'percent' | 'applies_to'>): string => {
  const t = campaignTexts(visit);
  const percent = numberText(visit, code.percent);
  return code.applies_to === 'goods' ? t.offGoods(percent) : t.offPostage(percent);
};

export const usesText = (visit: DeskVisit, { used, max_uses: maximum }: PresentedDiscountCode): string =>
  maximum === null ? decimal(visit, used) : campaignTexts(visit).usedOf(decimal(visit, used), decimal(visit, maximum));

export const discountState = (visit: DeskVisit, code: PresentedDiscountCode): Markup =>
  code.enabled && code.max_uses !== null && code.used >= code.max_uses
    ? stateMark(campaignTexts(visit).states.usedUp, 'over')
    : runStateOf(visit, code);

/** Fields for the settings of a discount code. Codes of a batch are single-use, so they have no `max_uses`. */
export const settingsFields = (visit: DeskVisit, form: Form, { isLimited = false } = {}): Markup => {
  const t = campaignTexts(visit);
  return html`${textField(visit, form, { name: 'percent', label: t.percentOff, required: true, maxLength: 10, inputMode: 'decimal' })}
  ${choiceField(visit, form, {
    name: 'applies_to',
    label: t.reduces,
    hint: t.reducesHint,
    choices: [
      ['goods', t.goods],
      ['shipping', t.postage],
    ],
  })}
  ${window(visit, form)}
  ${isLimited ? textField(visit, form, { name: 'max_uses', label: t.maxUses, hint: t.maxUsesHint, maxLength: 10, inputMode: 'numeric' }) : none}
  ${tickField(visit, form, { name: 'enabled', label: t.enabled })}`;
};
