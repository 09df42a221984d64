import { html, raw } from 'hono/html';
import type { HistoryEntry } from '../../../domain/value/items/ledger/history.ts';
import type { TimelineEntry } from '../../../domain/value/items/ledger/timeline.ts';
import type { ItemSummary } from '../../../domain/value/items/present.ts';
import { EXPIRED } from '../../../domain/value/items/statuses.ts';
import type { ApiError } from '../../../platform/errors.ts';
import type { Reply } from '../../../pipeline/request.ts';
import { none, type Markup } from '../../../pages/kit/markup.ts';
import { doorPath, itemPath, sumPath } from '../../codes.ts';
import { decimal, localDay, money } from '../../format.ts';
import { newGuid, recordedGuid } from '../../guid.ts';
import { deskPage, tokenField } from '../../layout.ts';
import { localize } from '../../localize.ts';
import {
  changeIn,
  groupOfOrder,
  historyOf,
  findCodeAtCounter,
  type AtCounter,
  type ItemGroup,
  type Item,
} from '../../code-lookup.ts';
import { adjustPath, isAdjustable } from '../../items/pages/state-forms.ts';
import { linkById } from '../../pages/link-by-id.ts';
import { fieldFaults, type FieldFaults } from '../../pages/field-fault.ts';
import { HOLD_TEXTS } from '../../texts/holds.ts';
import { SUM_TEXTS } from '../../texts/sum.ts';
import { DORMANT_TEXTS } from '../../texts/dormant.ts';
import { unbroken } from '../../pages/unbroken.ts';
import type { DeskVisit } from '../../visit.ts';
import { codeForm } from './code-form.ts';
import { isUndoable, isUndoGuid } from '../undoable.ts';
import { redeemForms } from './redeem-forms.ts';
import { eventFacts, verdictOf } from './verdict.ts';

interface CounterView {
  code: string;
  /** Guid of the request whose outcome is shown. */
  done?: string | undefined;
  /** Why the last request was refused. */
  refusal?: ApiError;
}

/** Fields of the forms that redeem a part of an item. */
const PORTION_FIELDS = ['amount', 'number'];

/** The counter: a field for the code, and the card with its current state. */
export const counterPage = async (visit: DeskVisit, { code, done, refusal }: CounterView): Promise<Reply> => {
  const lookup = await findCodeAtCounter(visit, code);
  const item = lookup?.item;
  const [history, group] = await Promise.all([
    item && !lookup.isDormant && (done !== undefined || !item.available_claim) ? historyOf(visit, item.code) : [],
    item?.available_group_claim && visit.rights.has('redeem_group') ? groupOfOrder(visit, item.order_id) : undefined,
  ]);
  const { t } = visit;
  const guid = done === undefined ? undefined : guidOfDone(visit, done);
  const entry = changeIn(history, (each) => each.request_guid === guid);
  const status = refusal?.status ?? (code !== '' && !lookup ? 404 : 200);
  return deskPage(visit, {
    title: t.counter.title,
    place: 'counter',
    status,
    content: html`<h1 class="visually-hidden">${t.counter.title}</h1>
      ${refusal ? html`<p class="bad" role="alert">${refusalText(visit, refusal)}</p>` : none}
      ${item && entry ? outcome(visit, item, history, entry) : none}
      ${item ? await card(visit, { ...lookup, item }, { group, faults: fieldFaults(refusal, PORTION_FIELDS), history, isDone: entry?.kind === 'claim' }) : none}
      ${lookup?.refusal ? asleep(visit, lookup.refusal, lookup.vendor) : none}
      ${code !== '' && !lookup ? unknown(visit, code) : none}
      ${codeForm(visit, {
        label: lookup ? t.counter.next : t.counter.code,
        action: '/desk',
        hasFocus: lookup === undefined,
        isQuiet: entry === undefined && item?.available_claim === true,
      })}`,
  });
};

/** A redemption has the guid of its form; an undo has the guid derived from its redemption. */
const guidOfDone = (visit: DeskVisit, done: string): string =>
  isUndoGuid(done) ? done : recordedGuid(visit.at.user.username, done);

const refusalText = (visit: DeskVisit, refusal: ApiError): string =>
  refusal.code === 'idempotency_conflict' ? visit.t.counter.used : localize(visit, refusal.reason);

const SHOWN_CHARACTERS = 60;

/** Shows the unknown code for comparison with the card, because the field is emptied for the next scan. */
const unknown = ({ t }: DeskVisit, code: string): Markup =>
  html`<section class="card verdict not-good" aria-labelledby="verdict">
    <h2 id="verdict">${t.counter.unknown}</h2>
    <p class="code" translate="no">${code.slice(0, SHOWN_CHARACTERS)}</p>
    <p>${t.counter.unknownText}</p>
  </section>`;

type ItemBalance = Pick<
  ItemSummary,
  'remaining_pieces' | 'remaining_amount' | 'held_pieces' | 'held_amount' | 'currency'
>;

/** The available value: seats or pieces if there are several, otherwise money. */
export const leftOf = (visit: DeskVisit, item: ItemBalance): string =>
  item.remaining_pieces > 1
    ? visit.t.counter.pieces(decimal(visit, item.remaining_pieces - item.held_pieces))
    : money(visit, item.remaining_amount - item.held_amount, item.currency);

/** The reserved value; empty if nothing is reserved. */
export const heldText = (visit: DeskVisit, item: ItemBalance): string => {
  if (item.remaining_pieces > 1 && item.held_pieces > 0)
    return visit.t.counter.pieces(decimal(visit, item.held_pieces));
  return item.held_amount > 0 ? money(visit, item.held_amount, item.currency) : '';
};

const outcome = (visit: DeskVisit, item: Item, history: readonly TimelineEntry[], entry: HistoryEntry): Markup => {
  const { t } = visit;
  const portion = takenBy(visit, item, entry);
  const text = entry.kind === 'claim' ? t.counter.redeemed(portion) : t.counter.undone(portion);
  return html`<div class="done outcome" role="status">
    <p><strong>${text}</strong></p>
    ${isUndoable(item, history, entry) ? undoForm(visit, item, entry) : none}
  </div>`;
};

/** What an entry took or restored: pieces, the ticket, or value. */
const takenBy = (visit: DeskVisit, item: Item, entry: HistoryEntry): string => {
  if (Math.abs(entry.pieces) > 1 || item.available_piece_claim || item.available_piece_refund)
    return visit.t.counter.pieces(decimal(visit, Math.abs(entry.pieces)));
  return item.event ? item.item_info : money(visit, Math.abs(entry.amount), entry.currency);
};

export const undoForm = (visit: DeskVisit, item: Pick<Item, 'code'>, entry: HistoryEntry): Markup =>
  html`<form method="post" action="/desk/undo" data-repeat>
    ${tokenField(visit)}
    <input type="hidden" name="guid" value="${newGuid()}" />
    <input type="hidden" name="code" value="${item.code}" />
    <input type="hidden" name="transaction" value="${entry.transaction_id}" />
    <button class="quiet">${visit.t.counter.undo}</button>
  </form>`;

/** A code of a campaign or of the vendor that cannot be redeemed. */
const asleep = (visit: DeskVisit, refusal: ApiError, vendor: string | undefined): Markup =>
  html`<section class="card verdict not-good" aria-labelledby="verdict">
    <h2 id="verdict">${visit.t.counter.notGood}</h2>
    <p class="reason">
      ${vendor === undefined ? DORMANT_TEXTS[visit.language].asleep : none} ${refusalText(visit, refusal)}
    </p>
  </section>`;

/** Explains which item is created when a code that is not an item yet is redeemed. */
const becomes = ({ language }: DeskVisit, vendor: string | undefined): string =>
  vendor === undefined ? DORMANT_TEXTS[language].wakes : DORMANT_TEXTS[language].ofVendor(vendor);

const card = async (
  visit: DeskVisit,
  { item, isDormant, vendor }: AtCounter & { item: Item },
  {
    group,
    faults,
    ...outcome
  }: { group: ItemGroup | undefined; faults: FieldFaults; history: readonly TimelineEntry[]; isDone: boolean },
): Promise<Markup> => {
  const { t } = visit;
  const { className, content } = await verdictOf(visit, item, outcome);
  return html`<section class="card verdict ${className}" aria-labelledby="verdict">
      ${content} ${isDormant ? html`<p>${becomes(visit, vendor)}</p>` : none}
      ${item.event && !item.available_claim ? none : worthOf(visit, item)}
      <p class="what">${item.item_info}</p>
      ${facts([
        ...eventFacts(visit, item),
        [t.counter.until, untilOf(visit, item)],
        [HOLD_TEXTS[visit.language].held, heldText(visit, item)],
        [t.counter.forWhom, item.reciever_name ?? ''],
        [t.counter.from, item.sender_name ?? ''],
        [HOLD_TEXTS[visit.language].replacedBy, linkById(visit, item.replaced_by)],
      ])}
      ${item.available_claim ? redeemForms(visit, item, { left: leftOf(visit, item), faults }) : none}
      ${isDormant ? none : cardLinks(visit, item)}
    </section>
    ${group && group.total > 1 ? groupForm(visit, item, group) : none}`;
};

/** The last day of validity. A company may still accept an expired item. */
const untilOf = (visit: DeskVisit, { validity, status, status_name }: Item): string =>
  status === EXPIRED ? `${localDay(visit, validity)} (${status_name})` : localDay(visit, validity);

const worthOf = (visit: DeskVisit, item: Item): Markup => {
  const isWhole = item.remaining_amount - item.held_amount === item.worth;
  const whole = visit.t.counter.of(money(visit, item.worth, item.currency));
  return html`<p class="worth">
    <strong>${leftOf(visit, item)}</strong> ${isWhole ? none : html`<span>${whole}</span>`}
  </p>`;
};

const cardLinks = (visit: DeskVisit, item: Item): Markup =>
  html`<p class="links">
    <a href="${itemPath(item.code)}">${visit.t.counter.details}</a>
    ${item.available_amount_claim ? html`<a href="${sumPath({ card: [item.code] })}">${SUM_TEXTS[visit.language].link}</a>` : none}
    ${isAdjustable(visit, item) ? html`<a href="${adjustPath(item.code)}">${HOLD_TEXTS[visit.language].adjustTitle}</a>` : none}
    ${item.event && visit.rights.has('door_list') ? html`<a href="${doorPath(item.event.slug)}">${visit.t.door.title}</a>` : none}
    ${printLink(visit, item)}
  </p>`;

/** Link to the document of an item; empty if it has none. */
export const printLink = ({ t }: DeskVisit, { isPrintable, pdf_short_url: url }: Item): Markup =>
  isPrintable ? html`<a href="${url}" target="_blank" rel="noopener">${t.counter.print}</a>` : none;

/** Names and values as a list, without empty values. A new row starts at the name `rowFrom`. */
export const facts = (
  entries: readonly (readonly [string, string | Markup])[],
  { rowFrom }: { rowFrom?: string } = {},
): Markup =>
  html`<dl class="facts">
    ${entries
      .filter(([, value]) => value !== '')
      .map(
        ([name, value]) =>
          html`<div ${name === rowFrom ? raw('class="row-from"') : none}>
            <dt>${name}</dt>
            <dd>${unbroken(value)}</dd>
          </div>`,
      )}
  </dl>`;

/** The form sends the shown number of items. If the number has changed, nothing is redeemed. */
const groupForm = (visit: DeskVisit, item: Item, { shown, total }: ItemGroup): Markup => {
  const { t } = visit;
  return html`<section class="card" aria-labelledby="group">
    <h2 id="group">${t.counter.groupTitle}</h2>
    <ul class="plain">
      ${shown.map((each) => html`<li>${each.item_info}: ${leftOf(visit, each)}</li>`)}
      ${total > shown.length ? html`<li>${t.lists.more(decimal(visit, total - shown.length))}</li>` : none}
    </ul>
    <p class="hint">${t.counter.groupText}</p>
    <form method="post" action="/desk/redeem-group" data-repeat>
      ${tokenField(visit)}
      <input type="hidden" name="guid" value="${newGuid()}" />
      <input type="hidden" name="code" value="${item.code}" />
      <input type="hidden" name="order_id" value="${item.order_id}" />
      <input type="hidden" name="seen" value="${String(total)}" />
      <button class="wide-button quiet">${t.counter.group(decimal(visit, total))}</button>
    </form>
  </section>`;
};
