import { html } from 'hono/html';
import { decimalsOf } from '../../../platform/currencies.ts';
import { none, type Markup } from '../../../pages/kit/markup.ts';
import type { Item } from '../../code-lookup.ts';
import { newGuid } from '../../guid.ts';
import { tokenField } from '../../layout.ts';
import { aroundField, type FieldFaults } from '../../pages/field-fault.ts';
import { typedInField } from '../../typed-in.ts';
import type { DeskVisit } from '../../visit.ts';

/** A redemption form. Each has its own guid, which makes it a separate request. */
const redeemForm = (visit: DeskVisit, item: Item, type: string, content: Markup): Markup =>
  html`<form class="stack" method="post" action="/desk/redeem" data-repeat>
    ${tokenField(visit)}
    <input type="hidden" name="guid" value="${newGuid()}" />
    <input type="hidden" name="code" value="${item.code}" />
    <input type="hidden" name="type" value="${type}" />
    ${content}
  </form>`;

/** An item with a reservation cannot be redeemed as a whole, only in part. */
const canTakeAll = ({ held_amount, held_pieces }: Item): boolean => held_amount === 0 && held_pieces === 0;

/** The forms that redeem a part of an item or all of it. `left` is the remaining value as the page shows it. */
export const redeemForms = (
  visit: DeskVisit,
  item: Item,
  { left, faults }: { left: string; faults: FieldFaults },
): Markup => {
  const { t } = visit;
  const amount = aroundField(visit, { id: 'amount', fault: faults['amount'] });
  const number = aroundField(visit, { id: 'number', fault: faults['number'] });
  const hasPart = item.available_amount_claim || item.available_piece_claim;
  const all = item.speed_claim ? t.counter.redeemWhole : t.counter.redeemAll(left);
  return html`${
    item.available_amount_claim
      ? redeemForm(
          visit,
          item,
          'amount',
          html`${typedInField(visit)}<label for="amount">${t.counter.amount} (${item.currency})</label>
            <div class="row">
              <input
                id="amount"
                name="amount"
                required
                inputmode="${decimalsOf(item.currency) === 0 ? 'numeric' : 'decimal'}"
                value="${visit.form.get('amount')}"
                autocomplete="off"
                ${amount.attributes}
              />
              <button>${t.counter.redeemAmount}</button>
              ${amount.below}
            </div>`,
        )
      : none
  }
  ${
    item.available_piece_claim
      ? redeemForm(
          visit,
          item,
          'piece',
          html`<label for="number">${t.counter.number}</label>
            <div class="row">
              <input
                id="number"
                name="number"
                required
                inputmode="numeric"
                value="${visit.form.get('number') || '1'}"
                autocomplete="off"
                ${number.attributes}
              />
              <button>${t.counter.redeemPieces}</button>
              ${number.below}
            </div>`,
        )
      : none
  }
  ${
    canTakeAll(item)
      ? redeemForm(
          visit,
          item,
          'all',
          html`${shownLeft(item)}<button class="wide-button ${hasPart ? 'quiet' : none}">${all}</button>`,
        )
      : none
  }`;
};

/** The remaining value of an item that can be redeemed in part, in hidden fields. */
const shownLeft = (item: Item): Markup => {
  if (item.available_amount_claim)
    return html`<input type="hidden" name="shown_amount" value="${item.remaining_amount}" />`;
  return item.available_piece_claim
    ? html`<input type="hidden" name="shown_number" value="${item.remaining_pieces}" />`
    : none;
};
