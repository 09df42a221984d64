import { html } from 'hono/html';
import type { Text } from '../../../platform/messages/message.ts';
import type { HistoryEntry } from '../../../domain/value/items/ledger/history.ts';
import { CANCELLED, EXPIRED, PAID } from '../../../domain/value/items/rows.ts';
import { none, type Markup } from '../../../pages/kit/markup.ts';
import { amountText } from '../../../pages/kit/amount.ts';
import { decimalsOf } from '../../../platform/currencies.ts';
import { minorFromDecimal } from '../../../platform/decimals.ts';
import { itemPath } from '../../codes.ts';
import { money } from '../../format.ts';
import type { Item } from '../../code-lookup.ts';
import { newGuid } from '../../guid.ts';
import { tokenField } from '../../layout.ts';
import { aroundField, type FieldFaults } from '../../pages/field-fault.ts';
import { foldedForm } from '../../pages/folded-form.ts';
import { HOLD_TEXTS } from '../../texts/holds.ts';
import { typedInField } from '../../typed-in.ts';
import type { DeskVisit } from '../../visit.ts';
import { canAdjust } from '../can-adjust.ts';

const REASON_MAX = 200;

const ADJUST_AMOUNT = 'adjust-amount';

/** URL of the form that adjusts the value of an item. */
export const adjustPath = (code: string): string => `${itemPath(code, { change: 'adjust' })}#${ADJUST_AMOUNT}`;

/** Whether the user may adjust the value of the item, which must be paid or expired and redeemed by amount. */
export const isAdjustable = (visit: DeskVisit, { status, isByAmount }: Item): boolean =>
  (status === PAID || status === EXPIRED) && isByAmount && canAdjust(visit);

/**
 * Forms that block, unblock, extend, adjust and replace an item. The form that unblocks is for any blocked item that is
 * not cancelled, the others are for paid and expired items only.
 */
export const stateForms = (visit: DeskVisit, item: Item, faults: FieldFaults): Markup => {
  const isOpen = item.status === PAID || item.status === EXPIRED;
  const isUnblockable = item.blocked !== null && item.status !== CANCELLED;
  return html`${isUnblockable ? unblockForm(visit, item, faults) : isOpen ? blockForm(visit, item, faults) : none}
  ${isOpen ? extendForm(visit, item, faults) : none}
  ${isAdjustable(visit, item) ? adjustForm(visit, item, faults) : none}
  ${isOpen ? replaceForm(visit, item, faults) : none}`;
};

const form = (visit: DeskVisit, item: Item, change: string, title: string, content: Markup): Markup =>
  foldedForm(
    title,
    html`<form class="stack" method="post" action="${itemPath(item.code)}/state">
      ${tokenField(visit)}<input type="hidden" name="guid" value="${newGuid()}" />
      <input type="hidden" name="change" value="${change}" />
      ${content}
    </form>`,
    { isOpen: (visit.form.get('change') || visit.request.query['change']) === change },
  );

const reasonField = (
  visit: DeskVisit,
  change: string,
  { faults, isRequired = false }: { faults: FieldFaults; isRequired?: boolean },
): Markup => {
  const t = HOLD_TEXTS[visit.language];
  const { attributes, below } = connectField(visit, change, { id: `${change}-reason`, fault: faults['reason'] });
  return html`<label for="${change}-reason">${isRequired ? t.requiredReason : t.reason}</label>
    <input
      id="${change}-reason"
      name="reason"
      maxlength="${REASON_MAX}"
      autocomplete="off"
      ${isRequired ? 'required' : ''}
      value="${typedIn(visit, change, 'reason')}"
      ${attributes}
    />
    ${below}`;
};

/** The input of the form, if this form was refused. */
const typedIn = ({ form }: DeskVisit, change: string, name: string): string =>
  form.get('change') === change ? form.get(name) : '';

/**
 * Attributes of a field and the text below it. The fault is shown only if this form was refused, because several forms
 * have a field of the same name.
 */
const connectField = (
  visit: DeskVisit,
  change: string,
  { id, fault }: { id: string; fault: Text | undefined },
): ReturnType<typeof aroundField> =>
  aroundField(visit, { id, fault: visit.form.get('change') === change ? fault : undefined });

const blockForm = (visit: DeskVisit, item: Item, faults: FieldFaults): Markup => {
  const t = HOLD_TEXTS[visit.language];
  const content = html`<p>${t.blockText}</p>
    ${reasonField(visit, 'block', { faults })}<button class="grave">${t.block}</button>`;
  return form(visit, item, 'block', t.blockTitle, content);
};

const unblockForm = (visit: DeskVisit, item: Item, faults: FieldFaults): Markup => {
  const t = HOLD_TEXTS[visit.language];
  const content = html`<p>${t.unblockText}</p>
    ${reasonField(visit, 'unblock', { faults })}<button>${t.unblock}</button>`;
  return form(visit, item, 'unblock', t.unblock, content);
};

const extendForm = (visit: DeskVisit, item: Item, faults: FieldFaults): Markup => {
  const t = HOLD_TEXTS[visit.language];
  const { attributes, below } = connectField(visit, 'extend', { id: 'validity', fault: faults['validity'] });
  const content = html`<p>${t.extendText}</p>
    <label for="validity">${t.newValidity}</label>
    <input
      id="validity"
      name="validity"
      type="date"
      required
      value="${visit.form.get('validity') || item.validity.slice(0, 10)}"
      autocomplete="off"
      ${attributes}
    />
    ${below} ${reasonField(visit, 'extend', { faults })}<button>${t.extend}</button>`;
  return form(visit, item, 'extend', t.extendTitle, content);
};

const adjustForm = (visit: DeskVisit, item: Item, faults: FieldFaults): Markup => {
  const t = HOLD_TEXTS[visit.language];
  const { attributes, below } = connectField(visit, 'adjust', { id: ADJUST_AMOUNT, fault: faults['amount'] });
  const content = html`${typedInField(visit)}
    <p>${t.adjustText}</p>
    <label for="${ADJUST_AMOUNT}">${t.amount} (${item.currency})</label>
    <input
      id="${ADJUST_AMOUNT}"
      name="amount"
      required
      inputmode="${decimalsOf(item.currency) === 0 ? 'numeric' : 'decimal'}"
      autocomplete="off"
      value="${typedIn(visit, 'adjust', 'amount')}"
      ${attributes}
    />
    ${below} ${reasonField(visit, 'adjust', { faults, isRequired: true })}
    <p class="row">
      <button name="direction" value="raise">${t.raise}</button>
      <button class="grave" name="direction" value="lower">${t.lower}</button>
    </p>`;
  return form(visit, item, 'adjust', t.adjustTitle, content);
};

const replaceForm = (visit: DeskVisit, item: Item, faults: FieldFaults): Markup => {
  const t = HOLD_TEXTS[visit.language];
  const { attributes, below } = connectField(visit, 'replace', { id: 'replace-email', fault: faults['email'] });
  const content = html`<p>${t.replaceText}</p>
    <label for="replace-email">${t.replaceEmail}</label>
    <input
      id="replace-email"
      name="email"
      type="email"
      autocomplete="off"
      value="${typedIn(visit, 'replace', 'email') || (item.reciever_email ?? '')}"
      ${attributes}
    />
    ${below} ${reasonField(visit, 'replace', { faults })}
    <label class="choice"><input type="checkbox" name="sure" value="yes" required /> ${visit.t.item.sure}</label>
    <button class="grave">${t.replace}</button>`;
  return form(visit, item, 'replace', t.replaceTitle, content);
};

/** The newest adjustment of a card, with a button that reverses the adjustment. */
export const adjustedNotice = (
  visit: DeskVisit,
  item: Item,
  { transaction_id, amount, currency }: HistoryEntry,
): Markup => {
  const t = HOLD_TEXTS[visit.language];
  const worth = money(visit, Math.abs(amount), currency);
  return html`<div class="done outcome" role="status">
    <p><strong>${amount > 0 ? t.raised(worth) : t.lowered(worth)}</strong></p>
    <form method="post" action="${itemPath(item.code)}/state" data-repeat>
      ${tokenField(visit)}${typedInField(visit)}
      <input type="hidden" name="guid" value="${reversalGuid(transaction_id)}" />
      <input type="hidden" name="change" value="undo-adjust" />
      <input type="hidden" name="direction" value="${amount > 0 ? 'lower' : 'raise'}" />
      <input type="hidden" name="amount" value="${amountField(visit, Math.abs(amount), currency)}" />
      <input type="hidden" name="reason" value="${t.undone}" />
      <button class="quiet">${visit.t.counter.undo}</button>
    </form>
  </div>`;
};

/** The guid is derived from the adjustment, so that it is reversed only once, even if the button is used again. */
const reversalGuid = (transaction: string): string => {
  const hex = transaction.replaceAll(/[^\da-f]/g, '').padEnd(32, '0');
  return [
    [0, 8],
    [8, 12],
    [12, 16],
    [16, 20],
    [20, 32],
  ]
    .map(([from, to]) => hex.slice(from, to))
    .join('-');
};

const amountField = ({ t }: DeskVisit, decimal: number, currency: string): string =>
  amountText(minorFromDecimal(decimal, currency) ?? 0, currency, t.tag);
