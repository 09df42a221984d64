import { html, raw } from 'hono/html';
import type { ListedProduct as Product } from '../../../domain/catalog/listing/browse.ts';
import { plainText } from '../../../domain/fulfillment/documents/format.ts';
import { money } from '../format.ts';
import { amountText } from '../../kit/amount.ts';
import { none, type Markup } from '../../kit/markup.ts';
import type { Visit } from '../visit.ts';
import { catalogText } from './cards.ts';

type ValueProduct = Extract<Product, { promotions: unknown }>;
type OptionProduct = Extract<Product, { options: unknown }>;
type Option = OptionProduct['options'][number];

const quantityField = (
  visit: Visit,
  field: { name: string; label: string; value: number; minimum: number; maximum: number; describedBy?: string },
): Markup =>
  html`<div class="field short">
    <label for="${field.name}">${field.label}</label>
    <input
      id="${field.name}"
      name="${field.name}"
      type="number"
      inputmode="numeric"
      min="${field.minimum}"
      max="${field.maximum}"
      value="${field.value}"
      ${field.describedBy ? raw(`aria-describedby="${field.describedBy}"`) : ''}
    />
  </div>`;

/** The suggested amounts, and a field for any other amount. */
export const valueChoice = (visit: Visit, product: ValueProduct): Markup => {
  const { t, shop } = visit;
  const { minimum_amount: from, maximum_amount: to } = product.pricing;
  const amounts = shop.settings.suggestedAmounts;
  const checked = amounts[Math.floor(amounts.length / 2)];
  const { order_fee: fee } = product.fees;
  return html`<fieldset>
      <legend>${t.product.amount}</legend>
      <div class="chips">
        ${amounts.map(
          (amount) =>
            html`<label class="chip">
              <input type="radio" name="amount" value="${amount}" ${amount === checked ? raw('checked') : ''} />
              <span>${money(visit, amount)}</span>
            </label>`,
        )}
        ${
          amounts.length > 0
            ? html`<label class="chip">
                <input type="radio" name="amount" value="other" />
                <span>${t.product.otherAmount}</span>
              </label>`
            : none
        }
      </div>
      <div class="field other-amount">
        <label for="other">${t.product.otherAmount}</label>
        <div class="affixed">
          <input
            id="other"
            name="other"
            inputmode="decimal"
            maxlength="12"
            placeholder="${amountText(checked ?? from, product.currency, t.tag)}"
            aria-describedby="other-range"
          />
          <span aria-hidden="true">${product.currency}</span>
        </div>
        <p class="hint" id="other-range">${t.product.range(money(visit, from), money(visit, to))}</p>
      </div>
    </fieldset>
    ${quantityField(visit, {
      name: 'quantity',
      label: t.product.quantity,
      value: Math.max(1, product.quantity.minimum),
      minimum: product.quantity.minimum,
      maximum: product.quantity.maximum,
    })}
    ${fee > 0 ? html`<p class="hint">${t.product.orderFee(money(visit, fee))}</p>` : none}`;
};

type StockUnit = 'seats' | 'pieces';

const stockNote = ({ t }: Visit, option: Option, unit: StockUnit): string | undefined => {
  const { in_stock: inStock, remaining } = option.availability;
  if (!inStock) return t.product.soldOut;
  if (remaining === null) return undefined;
  const shown = new Intl.NumberFormat(t.tag).format(remaining);
  return unit === 'seats' ? t.product.seatsLeft(shown) : t.product.left(shown);
};

const priceOf = (visit: Visit, option: Option): Markup => {
  const { t } = visit;
  const regular = 'regular_amount' in option ? (option.regular_amount ?? null) : null;
  if (regular === null || regular <= option.amount)
    return html`<span class="price">${money(visit, option.amount)}</span>`;
  return html`<span class="price">
    <span class="visually-hidden">${t.product.regular}</span><s>${money(visit, regular)}</s>
    <span class="visually-hidden">${t.product.now}</span><strong>${money(visit, option.amount)}</strong>
  </span>`;
};

const extrasOf = (visit: Visit, option: Option): string[] => {
  const { t } = visit;
  const saved = 'discount_percent' in option ? (option.discount_percent ?? 0) : 0;
  const worth = 'redemption_value' in option ? (option.redemption_value ?? 0) : 0;
  const fee = 'ticket_fee' in option.fees ? option.fees.ticket_fee : undefined;
  return [
    ...(saved > 0 ? [t.product.save(saved)] : []),
    ...(worth > option.amount ? [t.product.worth(money(visit, worth))] : []),
    ...(fee !== undefined && fee > 0 ? [t.product.ticketFee(money(visit, fee))] : []),
    ...(option.quantity.minimum > 1 ? [t.product.atLeast(option.quantity.minimum)] : []),
  ];
};

const optionSummary = (visit: Visit, option: Option, unit: StockUnit): Markup => {
  const description = plainText(option.description ?? '');
  const lines = [...extrasOf(visit, option), stockNote(visit, option, unit)].filter((line) => line !== undefined);
  return html`<span class="what">
      <span class="title">${catalogText(visit, option.name)}</span>
      ${description === '' ? none : html`<span class="hint">${catalogText(visit, description)}</span>`}
      ${lines.map((line) => html`<span class="hint">${line}</span>`)}
    </span>
    ${priceOf(visit, option)}`;
};

/** Selects one option of an experience or offer, and its quantity. */
export const optionChoice = (visit: Visit, product: OptionProduct): Markup => {
  const { t } = visit;
  const inStock = product.options.filter(({ availability }) => availability.in_stock);
  const [first] = inStock;
  const maximum = Math.max(...inStock.map(({ quantity }) => quantity.maximum));
  const fee = first && 'order_fee' in first.fees ? (first.fees.order_fee ?? 0) : 0;
  return html`<fieldset class="options">
      <legend>${t.product.choose}</legend>
      ${product.options.map(
        (option) =>
          html`<label class="option">
            <input
              type="radio"
              name="option"
              value="${option.id}"
              ${option === first ? raw('checked') : ''}
              ${option.availability.in_stock ? '' : raw('disabled')}
            />
            ${optionSummary(visit, option, 'pieces')}
          </label>`,
      )}
    </fieldset>
    ${quantityField(visit, { name: 'quantity', label: t.product.quantity, value: first?.quantity.minimum ?? 1, minimum: 1, maximum })}
    ${fee > 0 ? html`<p class="hint">${t.product.orderFee(money(visit, fee))}</p>` : none}`;
};

/** A quantity for each kind of ticket and for each extra. */
export const ticketChoice = (visit: Visit, product: OptionProduct): Markup => {
  const { t } = visit;
  const isAddOn = (option: Option): boolean => 'add_on' in option && option.add_on === true;
  const tickets = product.options.filter((option) => !isAddOn(option));
  const addOns = product.options.filter(isAddOn);
  const event = 'event' in product ? product.event : undefined;
  const firstInStock = tickets.find(({ availability }) => availability.in_stock);
  const row = (option: Option): Markup => ticketRow(visit, option, option === firstInStock);
  return html`<fieldset class="options">
      <legend>${t.product.tickets}</legend>
      ${tickets.map(row)}
      ${event?.tickets_per_event && event.capacity_mode === 'per_order' ? html`<p class="hint">${t.product.mostPerOrder(event.tickets_per_event)}</p>` : none}
    </fieldset>
    ${
      addOns.length > 0
        ? html`<fieldset class="options">
            <legend>${t.product.addOns}</legend>
            ${addOns.map(row)}
            ${event?.add_ons_sold_alone ? none : html`<p class="hint">${t.product.addOnsNeedTicket}</p>`}
          </fieldset>`
        : none
    }`;
};

const ticketRow = (visit: Visit, option: Option, isFirst: boolean): Markup => {
  const name = `quantity.${option.id}`;
  const label = visit.t.product.quantityOf(option.name);
  return html`<div class="option">
    ${optionSummary(visit, option, 'seats')}
    ${
      option.availability.in_stock
        ? html`<input
            class="count"
            name="${name}"
            type="number"
            inputmode="numeric"
            aria-label="${label}"
            min="0"
            max="${option.quantity.maximum}"
            value="${isFirst ? Math.max(1, option.quantity.minimum) : 0}"
          />`
        : none
    }
  </div>`;
};
