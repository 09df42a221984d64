import { html } from 'hono/html';
import { EXPIRED, PAID } from '../../../domain/value/items/rows.ts';
import { none, type Markup } from '../../../pages/kit/markup.ts';
import { itemPath } from '../../codes.ts';
import type { Item } from '../../code-lookup.ts';
import { newGuid } from '../../guid.ts';
import { tokenField } from '../../layout.ts';
import { HOLD_TEXTS } from '../../texts/holds.ts';
import type { DeskVisit } from '../../visit.ts';

const REASON_MAX = 200;

/** Forms that block, unblock and extend an item. Only paid and expired items can be blocked and extended. */
export const stateForms = (visit: DeskVisit, item: Item): Markup => {
  const isOpen = item.status === PAID || item.status === EXPIRED;
  return html`${item.blocked ? unblockForm(visit, item) : isOpen ? blockForm(visit, item) : none}
  ${isOpen ? extendForm(visit, item) : none}`;
};

const form = (visit: DeskVisit, item: Item, change: string, title: string, content: Markup): Markup =>
  html`<section class="card" aria-labelledby="${change}">
    <h2 id="${change}">${title}</h2>
    <form class="stack" method="post" action="${itemPath(item.code)}/state">
      ${tokenField(visit)}<input type="hidden" name="guid" value="${newGuid()}" />
      <input type="hidden" name="change" value="${change}" />
      ${content}
    </form>
  </section>`;

const reasonField = (visit: DeskVisit, change: string): Markup =>
  html`<label for="${change}-reason">${HOLD_TEXTS[visit.language].reason}</label>
    <input id="${change}-reason" name="reason" maxlength="${REASON_MAX}" autocomplete="off" />`;

const blockForm = (visit: DeskVisit, item: Item): Markup => {
  const t = HOLD_TEXTS[visit.language];
  const content = html`<p>${t.blockText}</p>
    ${reasonField(visit, 'block')}<button class="grave">${t.block}</button>`;
  return form(visit, item, 'block', t.blockTitle, content);
};

const unblockForm = (visit: DeskVisit, item: Item): Markup => {
  const t = HOLD_TEXTS[visit.language];
  const content = html`<p>${t.unblockText}</p>
    ${reasonField(visit, 'unblock')}<button>${t.unblock}</button>`;
  return form(visit, item, 'unblock', t.unblock, content);
};

const extendForm = (visit: DeskVisit, item: Item): Markup => {
  const t = HOLD_TEXTS[visit.language];
  const content = html`<p>${t.extendText}</p>
    <label for="validity">${t.newValidity}</label>
    <div class="row">
      <input
        id="validity"
        name="validity"
        type="date"
        required
        value="${visit.form.get('validity') || item.validity.slice(0, 10)}"
        autocomplete="off"
      />
      <button>${t.extend}</button>
    </div>
    ${reasonField(visit, 'extend')}`;
  return form(visit, item, 'extend', t.extendTitle, content);
};
