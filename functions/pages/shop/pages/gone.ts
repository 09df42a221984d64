import { html } from 'hono/html';
import type { Reply } from '../../../pipeline/request.ts';
import { CHOICE, CHOOSE, choiceValue } from '../form/alternative.ts';
import { eventTime, money } from '../format.ts';
import type { Purchasable } from '../alternatives.ts';
import { shopPage, shopTitle } from '../layout.ts';
import { none, type Markup } from '../../kit/markup.ts';
import type { Visit } from '../visit.ts';
import { catalogText } from './cards.ts';
import { keptFields, radios, type Choice } from './fields.ts';
import { noticeBox, steps, type OrderForm } from './form.ts';

/** The page for a selection that is no longer available. It offers alternatives and keeps the input. */
export const gonePage = (form: OrderForm, sold: readonly Purchasable[]): Promise<Reply> => {
  const { visit } = form;
  const { t, links } = visit;
  return shopPage(visit, {
    status: form.status ?? 422,
    title: `${t.form.title} – ${shopTitle(visit)}`,
    caching: 'history',
    content: html`<div class="wide">
      ${steps(form, 2)}
      <h1>${t.form.title}</h1>
      ${noticeBox(form.notices)} ${sold.length > 0 ? choiceForm(form, sold) : html`<p class="card">${t.form.empty}</p>`}
      <p class="actions"><a class="button plain" href="${links.landing()}">${t.errors.toShop}</a></p>
    </div>`,
  });
};

const choiceForm = (form: OrderForm, sold: readonly Purchasable[]): Markup => {
  const { visit, typed, faults, token } = form;
  const { t, links } = visit;
  const choices = sold.map((each) => choiceOf(visit, each));
  const chosen = typed.with({ [CHOICE]: choices[0]?.value });
  const filled = { typed: chosen, faults, optional: t.form.optional, labels: new Map<string, string>() };
  return html`<form method="post" action="${links.buy()}">
    ${keptFields(typed.with({ form: token }).entries())}
    <div class="card">
      ${radios(filled, { name: CHOICE, legend: t.form.instead, choices })}
      <p class="hint">${t.form.insteadKept}</p>
      <p class="actions">
        <button class="main-action" type="submit" name="step" value="${CHOOSE}">${t.form.continue}</button>
      </p>
    </div>
  </form>`;
};

const choiceOf = (visit: Visit, { product, option }: Purchasable): Choice => {
  const when = 'event' in product && product.event ? eventTime(visit, product.event) : undefined;
  const price = option && money(visit, option.amount);
  return {
    value: choiceValue(product.id, option?.id),
    label: html`${catalogText(visit, product.name)}${option ? html`, ${catalogText(visit, option.name)}` : none}`,
    note: [when, price].filter(Boolean).join(' · ') || undefined,
  };
};
