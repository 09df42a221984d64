import { html, raw } from 'hono/html';
import type { ListedProduct } from '../../../domain/catalog/listing/browse.ts';
import { lineField } from '../../../domain/checkout/pricing/lines.ts';
import { commentLine } from '../form/comment.ts';
import type { FormLine } from '../form/lines.ts';
import { eventTime, money } from '../format.ts';
import { none, type Markup, hidden } from '../../kit/markup.ts';
import type { Visit } from '../visit.ts';
import { catalogText } from './cards.ts';
import { idOf, faultOf, textField, unseenOf, type FilledForm } from './fields.ts';
import { isValueProduct } from './product.ts';

interface Lines {
  visit: Visit;
  lines: readonly FormLine[];
  products: ReadonlyMap<string, ListedProduct>;
}

type OptionProduct = Extract<ListedProduct, { options: unknown }>;
type Option = OptionProduct['options'][number];

const optionOf = (product: ListedProduct, line: FormLine): Option | undefined =>
  'options' in product ? product.options.find(({ id }) => id === line.optionId) : undefined;

/** Fields for the quantities of all lines, and for the details of tickets. */
export const linesPart = (form: Lines, filled: FilledForm): Markup =>
  html`<fieldset class="card">
    <legend>${form.visit.t.form.items}</legend>
    ${form.lines.map((line) => {
      const product = form.products.get(line.productId);
      return product ? linePart(form, filled, { line, product }) : none;
    })}
  </fieldset>`;

const linePart = (
  form: Lines,
  filled: FilledForm,
  { line, product }: { line: FormLine; product: ListedProduct },
): Markup => {
  const { visit } = form;
  const { t } = visit;
  const option = optionOf(product, line);
  const lineName = [product.name, option?.name].filter(Boolean).join(', ');
  const name = (member: string): string => lineField(line.index, member);
  const bounds = isValueProduct(product) ? product.quantity : option?.quantity;
  const of = form.lines.length > 1 ? lineName : undefined;
  const when = 'event' in product && product.event ? eventTime(visit, product.event) : undefined;
  return html`${hidden(name('product_id'), line.productId)} ${hidden(name('name'), lineName)}
    ${line.optionId === '' ? none : hidden(name('product_option_id'), line.optionId)}
    <div class="line-item">
      <div>
        <p class="title">${catalogText(visit, product.name)}</p>
        ${when ? html`<p class="hint">${when}</p>` : none}
        ${option ? html`<p class="hint">${catalogText(visit, option.name)}, ${money(visit, option.amount)} ${t.form.each}</p>` : none}
      </div>
      ${isValueProduct(product) ? amountField(visit, filled, product, { name: name('amount'), of }) : none}
      ${textField(filled, {
        name: name('quantity'),
        label: t.form.quantity,
        of,
        type: 'number',
        inputmode: 'numeric',
        min: form.lines.length > 1 ? 0 : 1,
        max: bounds?.maximum ?? 100,
        className: 'short',
        hint: form.lines.length > 1 ? t.form.remove : undefined,
      })}
    </div>
    ${option && 'event' in product && product.event ? ticketPart(form, filled, { line, option, event: product.event, hasComment: commentLine(filled.typed, form.lines, line.productId) === line, of }) : none}`;
};

const amountField = (
  visit: Visit,
  filled: FilledForm,
  product: Extract<ListedProduct, { promotions: unknown }>,
  { name, of }: { name: string; of: string | undefined },
): Markup => {
  const { minimum_amount: from, maximum_amount: to } = product.pricing;
  return textField(filled, {
    name,
    label: `${visit.t.form.amount} (${product.currency})`,
    of,
    inputmode: 'decimal',
    maxLength: 14,
    hint: visit.t.product.range(money(visit, from), money(visit, to)),
  });
};

type Event = NonNullable<Extract<ListedProduct, { event?: unknown }>['event']>;

/**
 * Fields for further details of a ticket: a code, a collection point, an address, and a comment for the whole event.
 */
const ticketPart = (
  { visit }: Lines,
  filled: FilledForm,
  ticket: { line: FormLine; option: Option; event: Event; hasComment: boolean; of: string | undefined },
): Markup => {
  const { t } = visit;
  const { event, hasComment, of } = ticket;
  const name = (member: string): string => lineField(ticket.line.index, `ticket.${member}`);
  const requires = 'requires' in ticket.option ? ticket.option.requires : undefined;
  const comment = event.comment.available && hasComment;
  return html`${
    requires?.code
      ? textField(filled, {
          name: name('code'),
          label: t.form.ticketCode,
          of,
          hint: t.form.ticketCodeHint,
          maxLength: 255,
        })
      : none
  }
  ${requires?.collection_point ? collectionPart(visit, filled, event, { name: name('collection_point_id'), isEither: !requires.address, of }) : none}
  ${requires?.address || requires?.collection_point ? addressPart(visit, filled, name, { isInstead: !requires.address, of }) : none}
  ${
    comment
      ? textField(filled, {
          name: name('comment'),
          label: event.comment.label === '' ? t.form.comment : event.comment.label,
          of,
          optional: true,
          maxLength: event.comment.max_length,
        })
      : none
  }`;
};

const collectionPart = (
  visit: Visit,
  filled: FilledForm,
  event: Event,
  { name, isEither, of }: { name: string; isEither: boolean; of: string | undefined },
): Markup => {
  const chosen = filled.typed.get(name);
  const label = visit.t.form.collectionPoint;
  filled.labels.set(name, of === undefined ? label : `${label}: ${of}`);
  return html`<fieldset id="${idOf(name)}" tabindex="-1">
    <legend>${label}${unseenOf(of)}</legend>
    ${isEither ? hidden(name.replace('collection_point_id', 'takes'), 'either') : none}
    <div class="choices">
      ${event.collection_points.map(
        (point) =>
          html`<label class="option">
            <input type="radio" name="${name}" value="${point.id}" ${point.id === chosen ? raw('checked') : ''} />
            <span class="what"
              ><span class="title">${catalogText(visit, point.name)}</span
              ><span class="hint"
                >${catalogText(visit, [point.address, point.city].filter(Boolean).join(', '))}</span
              ></span
            >
          </label>`,
      )}
    </div>
    ${faultOf(filled, name)}
  </fieldset>`;
};

const addressPart = (
  visit: Visit,
  filled: FilledForm,
  name: (member: string) => string,
  { isInstead, of }: { isInstead: boolean; of: string | undefined },
): Markup => {
  const { t } = visit;
  const members = ['name', 'street', 'city'] as const;
  const labels = { name: t.form.ticketName, street: t.form.street, city: t.form.city };
  const autocomplete = { name: 'name', street: 'address-line1', city: 'address-level2' };
  const fields = members.map((member) =>
    textField(filled, {
      name: name(`address.${member}`),
      label: labels[member],
      of,
      autocomplete: autocomplete[member],
      maxLength: 255,
    }),
  );
  if (!isInstead) return html`${fields}`;
  const isFilled = members.some(
    (member) =>
      filled.typed.get(name(`address.${member}`)) !== '' || filled.faults.fields.has(name(`address.${member}`)),
  );
  return html`<details ${isFilled ? raw('open') : ''}>
    <summary>${t.form.toAddress}${unseenOf(of)}</summary>
    ${fields}
  </details>`;
};
