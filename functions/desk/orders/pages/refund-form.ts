import type { Text } from '../../../platform/messages/message.ts';
import { validation } from '../../../platform/messages/validation.ts';
import { html, raw } from 'hono/html';
import { decimalFromMinor } from '../../../platform/decimals.ts';
import type { ApiError } from '../../../platform/errors.ts';
import { none, type Markup } from '../../../pages/kit/markup.ts';
import { GROUP_MAX } from '../../code-lookup.ts';
import { orderPath } from '../../codes.ts';
import { itemState } from '../../counter/pages/search.ts';
import { money } from '../../format.ts';
import { newGuid } from '../../guid.ts';
import { tokenField } from '../../layout.ts';
import { aroundField, fieldFaults } from '../../pages/field-fault.ts';
import { typedInField } from '../../typed-in.ts';
import type { DeskVisit } from '../../visit.ts';
import { PAGE_FIELD, type ShownOrderParts } from '../order-parts.ts';
import { CODES_FIELD, codesElsewhere, itemField } from '../refund-input.ts';

interface RefundFormView {
  parts: ShownOrderParts;
  refusal: ApiError | undefined;
}

type Order = NonNullable<ShownOrderParts['order']>;

/** The first fault of an item that the page does not show, with its code, and the number of further faults. */
const faultElsewhere = (refusal: ApiError | undefined, shown: ReadonlySet<string>): Text | undefined => {
  const prefix = itemField('');
  const elsewhere = Object.entries(refusal?.faults ?? {}).filter(
    ([field]) => field.startsWith(prefix) && !shown.has(field),
  );
  const [[field, [fault]] = ['', []]] = elsewhere;
  if (fault === undefined) return undefined;
  return validation('first_fault', { field: field.slice(prefix.length), fault, others: elsewhere.length - 1 });
};

/** The refund form. A refused form shows its input again, with each fault next to its field. */
export const refundForm = (
  visit: DeskVisit,
  order: Order,
  { parts: { items, open }, refusal }: RefundFormView,
): Markup => {
  const { t, form } = visit;
  const { amounts } = order;
  // If the order has one item and no postage or fees, there are no parts to select, so the whole order is preselected.
  const isOne = items.total <= 1 && amounts.shipping === 0 && amounts.fees === 0;
  const isAll = form.has('scope') ? form.get('scope') === 'all' : isOne;
  const checked = (is: boolean): Markup => (is ? raw('checked') : none);
  // The choice of a refused form is shown again, although it may have been refunded in the meantime.
  const refundable = items.shown.filter(({ code }) => items.refundable.has(code) || form.has(itemField(code)));
  const isOffered = (part: 'shipping' | 'fees'): boolean => amounts[part] > 0 && (open[part] || form.has(part));
  const fields = refundable.map(({ code }) => itemField(code));
  const faults = fieldFaults(refusal, ['amount', 'scope', 'shipping', 'fees', ...fields]);
  const choice = (name: string, text: string): Markup => {
    const { attributes, below } = aroundField(visit, {
      id: `refund-${name.replaceAll('.', '-')}`,
      fault: faults[name],
    });
    return html`<label class="choice"
        ><input type="checkbox" name="${name}" value="yes" ${checked(form.has(name))} ${attributes} /> ${text}</label
      >
      ${below}`;
  };
  const format = (minor: number): string => money(visit, decimalFromMinor(minor, amounts.currency), amounts.currency);
  const amount = aroundField(visit, { id: 'amount', fault: faults['amount'] });
  const scope = aroundField(visit, { id: 'scope', fault: faults['scope'] });
  return html`<section class="card" aria-labelledby="refund">
    <h2 id="refund">${t.refund.title}</h2>
    <p>${t.refund.text}</p>
    <form class="stack" method="post" action="${orderPath(order.id)}/refund" data-repeat>
      ${tokenField(visit)}${typedInField(visit)}<input type="hidden" name="guid" value="${newGuid()}" />
      ${items.from > 0 ? html`<input type="hidden" name="${PAGE_FIELD}" value="${String(items.from / GROUP_MAX + 1)}" />` : none}
      <label class="choice"
        ><input type="radio" name="scope" value="all" ${checked(isAll)} /> ${t.refund.everything}</label
      >
      <label class="choice"
        ><input type="radio" name="scope" value="named" ${checked(!isAll)} /> ${t.refund.named}</label
      >
      ${scope.below}
      <fieldset ${faults['scope'] === undefined ? none : raw('aria-describedby="scope-fault"')}>
        <legend class="visually-hidden">${t.refund.named}</legend>
        ${refundable.map((item) => choice(itemField(item.code), `${item.item_info}, ${item.code}, ${itemState(visit, item)}`))}
        ${isOffered('shipping') ? choice('shipping', `${t.order.shipping}, ${format(amounts.shipping)}`) : none}
        ${isOffered('fees') ? choice('fees', `${t.order.fees}, ${format(amounts.fees)}`) : none}
      </fieldset>
      ${items.total > items.shown.length ? otherCodes(visit, items, faultElsewhere(refusal, new Set(fields))) : none}
      <label for="amount">${t.refund.amount} (${amounts.currency})</label>
      <input
        id="amount"
        name="amount"
        inputmode="decimal"
        autocomplete="off"
        value="${form.get('amount')}"
        ${amount.attributes}
      />
      ${amount.below}
      <button name="step" value="preview">${t.refund.preview}</button>
    </form>
  </section>`;
};

/** Field for the codes of items on other pages. */
const otherCodes = (visit: DeskVisit, { shown }: ShownOrderParts['items'], fault: Text | undefined): Markup => {
  const { attributes, below } = aroundField(visit, { id: 'codes', fault });
  const typed = codesElsewhere(
    visit.form,
    shown.map(({ code }) => code),
  );
  return html`<label for="codes">${visit.t.lists.otherCodes}</label>
    <textarea id="codes" name="${CODES_FIELD}" rows="3" autocomplete="off" spellcheck="false" ${attributes}>
${typed}</textarea>
    ${below}`;
};
