import { html } from 'hono/html';
import { referencesOf } from '../../../domain/checkout/orders/references.ts';
import type { HistoryAction, HistoryEntry } from '../../../domain/value/items/ledger/history.ts';
import type { TimelineEntry } from '../../../domain/value/items/ledger/timeline.ts';
import type { presentBlock } from '../../../domain/value/items/present.ts';
import { noReplyEmail } from '../../../domain/value/items/issuance/item-orders.ts';
import type { MailState } from '../../../domain/notifications/mail/rows.ts';
import type { MemberChange } from '../../../platform/cause.ts';
import { shownEmail } from '../../../platform/erased-email.ts';
import type { ApiError } from '../../../platform/errors.ts';
import type { Reply } from '../../../pipeline/request.ts';
import { ownMember } from '../../../platform/own-member.ts';
import { none, type Markup } from '../../../pages/kit/markup.ts';
import { counterPath, itemPath, orderPath, searchOf, searchPath } from '../../codes.ts';
import { facts, heldText, leftOf, printLink, undoForm } from '../../counter/pages/counter.ts';
import { isUndoable } from '../../counter/undoable.ts';
import { decimal, localDay, localMoment, moment, money } from '../../format.ts';
import { newGuid } from '../../guid.ts';
import { deskPage, tokenField } from '../../layout.ts';
import type { Item } from '../../code-lookup.ts';
import { localize } from '../../localize.ts';
import { backLink } from '../../pages/back-link.ts';
import { foldedForm } from '../../pages/folded-form.ts';
import { aroundField, fieldFaults, type FieldFaults } from '../../pages/field-fault.ts';
import { linkById } from '../../pages/link-by-id.ts';
import { notices } from '../../pages/notices.ts';
import { capitalize, stateMark } from '../../pages/state-mark.ts';
import { table } from '../../pages/table.ts';
import { HOLD_TEXTS } from '../../texts/holds.ts';
import { noteIn } from '../../texts/own-names.ts';
import type { DeskVisit } from '../../visit.ts';
import { adjustedNotice, stateForms } from './state-forms.ts';
import { keyLabels, actorNameOf, type KeyLabels } from '../../actor-name.ts';

/** An action whose completion the page reports. */
export type ItemNotice =
  | 'resent'
  | 'cancelled'
  | 'blocked'
  | 'unblocked'
  | 'extended'
  | 'adjusted'
  | 'adjust_undone'
  | 'replaced';

interface ItemView {
  item: Item;
  /** Newest first. */
  history: readonly TimelineEntry[];
  /** Outcomes of resent emails, by the guid of their request. */
  mails: ReadonlyMap<string, MailState>;
  /** The completed action, an `ItemNotice`. */
  outcome?: string | undefined;
  refusal?: ApiError;
}

/** Fields of the forms of the page. */
const ITEM_FIELDS = ['email', 'validity', 'reason', 'amount'];

export const itemPage = async (visit: DeskVisit, shown: ItemView): Promise<Reply> => {
  const { item, outcome, refusal } = shown;
  const [labels, references] = await Promise.all([
    keyLabels(
      visit,
      shown.history.map(({ change, action }) => (change ?? action).by),
    ),
    referencesOf(visit.company.slug, [item.order_id]),
  ]);
  const { t } = visit;
  const holds = HOLD_TEXTS[visit.language];
  const faults = fieldFaults(refusal, ITEM_FIELDS);
  const newest = shown.history.find(({ change }) => change)?.change;
  const resent = t.item.resent(shownEmail(shown.history.find(({ action }) => action)?.action?.email ?? ''));
  const done = ownMember({ resent, cancelled: t.item.cancelled, ...holds.done }, outcome ?? '');
  return deskPage(visit, {
    title: t.item.title(item.code),
    refusal,
    content: html`${visit.rights.has('search') ? backLink(searchPath(visit), t.search.title) : none}
      <h1>${item.item_info}</h1>
      <p class="code" translate="no">${item.code}</p>
      ${notices(visit, { refusal, names: { email: t.item.email, validity: holds.newValidity, reason: holds.reason, amount: holds.amount }, done })}
      ${outcome === 'adjusted' && newest?.kind === 'adjust' ? adjustedNotice(visit, item, newest) : none}
      ${itemFacts(visit, item, references.get(item.order_id) ?? `${t.reports.columns.created_at} ${localMoment(visit, item.created_at)}`)}
      <p class="links">
        ${
          visit.rights.has('redeem')
            ? html`<a class="button" href="${counterPath(item.code)}">${t.item.toCounter}</a>`
            : none
        }
        ${printLink(visit, item)}
      </p>
      ${historyTable(visit, shown, labels)}
      ${visit.rights.has('resend') && item.isPrintable ? resendForm(visit, item, faults) : none}
      ${visit.rights.has('cancel') ? stateForms(visit, item, faults) : none}
      ${visit.rights.has('cancel') && item.isCancellable ? cancelForm(visit, item) : none}`,
  });
};

const itemFacts = (visit: DeskVisit, item: Item, order: string): Markup => {
  const { t } = visit;
  const holds = HOLD_TEXTS[visit.language];
  const obstacle = item.isBlocked ? holds.blocked : item.claim_error;
  return facts([
    [t.item.status, stateMark(obstacle ?? item.status_name, obstacle === null ? 'on' : 'over')],
    [t.item.kind, item.item_type_identification],
    [t.counter.left, `${leftOf(visit, item)} ${t.counter.of(money(visit, item.worth, item.currency))}`],
    ...holdFacts(visit, item),
    [t.counter.until, localDay(visit, item.validity)],
    [t.counter.forWhom, [item.reciever_name, item.reciever_email].filter(Boolean).join(', ')],
    [t.counter.from, [item.sender_name, senderEmailOf(visit, item)].filter(Boolean).join(', ')],
    [t.item.delivered, item.delivered_at === null ? '' : localMoment(visit, item.delivered_at)],
    [t.counter.greeting, item.greetings_text ? html`<span class="written">${item.greetings_text}</span>` : ''],
    [t.item.order, html`<a href="${orderPath(item.order_id, { q: searchOf(visit) })}">${order}</a>`],
    [holds.replacedBy, linkById(visit, item.replaced_by)],
    [holds.replaces, linkById(visit, item.replaces)],
  ]);
};

/** Reserved and available value, and the reason of a block. */
const holdFacts = (visit: DeskVisit, item: Item): [string, string][] => {
  const t = HOLD_TEXTS[visit.language];
  const { blocked } = item;
  const held = heldText(visit, item);
  const available =
    item.remaining_pieces > 1
      ? visit.t.counter.pieces(decimal(visit, item.available_pieces))
      : money(visit, item.available_amount, item.currency);
  return [
    [t.held, held],
    [t.available, held === '' && !blocked ? '' : available],
    [t.blocked, blocked ? blockText(visit, blocked) : ''],
  ];
};

const blockText = (visit: DeskVisit, { at, reason }: NonNullable<Item['blocked']>): string =>
  `${moment(visit, at)}: ${reason ?? HOLD_TEXTS[visit.language].noReason}`;

interface Line {
  at: string;
  what: string;
  amount: string;
  left: string;
  who: string;
  note: string;
  undo: Markup;
}

type LineContent = Omit<Line, 'who'>;

/**
 * Old and new value of a member. The entry of a new block describes the block itself, so a block is shown only when it
 * ends.
 */
const changeText = (visit: DeskVisit, { member, before, after }: MemberChange): string => {
  if (member === 'validity') return `${localDay(visit, String(before))} → ${localDay(visit, String(after))}`;
  if (member === 'status_name') return `${localize(visit, String(before))} → ${localize(visit, String(after))}`;
  const block = member === 'blocked' ? (before as ReturnType<typeof presentBlock>) : null;
  return block ? `${HOLD_TEXTS[visit.language].blocked}: ${blockText(visit, block)}` : '';
};

const lineOfChange = (
  visit: DeskVisit,
  { item, history }: ItemView,
  { change: entry, changes = [] }: Extract<TimelineEntry, { change: HistoryEntry }>,
): LineContent => ({
  at: entry.occurred_at,
  what: visit.t.item.kinds[entry.kind],
  amount: entry.amount === 0 ? '' : money(visit, entry.amount, entry.currency),
  left: money(visit, entry.remaining_amount, entry.currency),
  note: [...changes.map((each) => changeText(visit, each)), noteIn(visit.language, entry.note ?? '')]
    .filter(Boolean)
    .join('; '),
  undo: visit.rights.has('redeem') && isUndoable(item, history, entry) ? undoForm(visit, item, entry) : none,
});

const lineOfAction = (visit: DeskVisit, action: HistoryAction, mail: MailState | undefined): LineContent => ({
  at: action.occurred_at,
  what: visit.t.item.kinds[action.action],
  amount: '',
  left: '',
  note: [shownEmail(action.email ?? ''), mail && visit.t.trail.mailStates[mail]].filter(Boolean).join(': '),
  undo: none,
});

const linesOf = (visit: DeskVisit, shown: ItemView, labels: KeyLabels): Line[] =>
  shown.history.map((entry) => ({
    ...(entry.change
      ? lineOfChange(visit, shown, entry)
      : lineOfAction(visit, entry.action, shown.mails.get(entry.action.request_guid))),
    who: actorNameOf(visit, (entry.change ?? entry.action).by, labels),
  }));

const historyTable = (visit: DeskVisit, shown: ItemView, labels: KeyLabels): Markup => {
  const { t } = visit;
  return table('history', t.item.history, {
    head: [t.item.when, t.item.what, t.item.amount, t.item.left, t.item.who, t.item.noteOf, ''],
    figures: [2, 3],
    rows: linesOf(visit, shown, labels).map(({ at, what, amount, left, who, note, undo }) => [
      moment(visit, at),
      capitalize(what),
      amount,
      left,
      who,
      note,
      undo,
    ]),
  });
};

/** The sender's email address. Empty for the company's no-reply address, which no one reads. */
const senderEmailOf = ({ company }: DeskVisit, { sender_email: sender }: Item): string =>
  sender === noReplyEmail(company) ? '' : (sender ?? '');

/** The email address of the person who has the item. */
const addressOf = (visit: DeskVisit, item: Item): string => item.reciever_email ?? senderEmailOf(visit, item);

const resendForm = (visit: DeskVisit, item: Item, faults: FieldFaults): Markup => {
  const { t } = visit;
  // The form that replaces an item has a field for an email address as well.
  const isOther = visit.form.has('change');
  const fault = isOther ? undefined : faults['email'];
  const { attributes, below } = aroundField(visit, { id: 'email', fault });
  return html`<section class="card" aria-labelledby="resend">
    <h2 id="resend">${t.item.resendTitle}</h2>
    <form class="stack" method="post" action="${itemPath(item.code)}/resend">
      ${tokenField(visit)}<input type="hidden" name="guid" value="${newGuid()}" />
      <label for="email">${t.item.email}</label>
      <div class="row">
        <input
          id="email"
          name="email"
          type="email"
          required
          value="${(isOther ? '' : visit.form.get('email')) || addressOf(visit, item)}"
          autocomplete="off"
          ${attributes}
        />
        <button class="quiet">${t.item.resend}</button>
        ${below}
      </div>
    </form>
  </section>`;
};

const cancelForm = (visit: DeskVisit, item: Item): Markup => {
  const { t } = visit;
  return foldedForm(
    t.item.cancel,
    html`<p>${t.item.cancelText}</p>
      <form class="stack" method="post" action="${itemPath(item.code)}/cancel">
        ${tokenField(visit)}<input type="hidden" name="guid" value="${newGuid()}" />
        <label class="choice"><input type="checkbox" name="sure" value="yes" required /> ${t.item.sure}</label>
        <button class="grave">${t.item.cancel}</button>
      </form>`,
  );
};
