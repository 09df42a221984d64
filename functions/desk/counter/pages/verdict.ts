import { html } from 'hono/html';
import type { TimelineEntry } from '../../../domain/value/items/ledger/timeline.ts';
import { USED } from '../../../domain/value/items/statuses.ts';
import { nowMs } from '../../../platform/clock.ts';
import { localDate } from '../../../platform/zones.ts';
import { none, type Markup } from '../../../pages/kit/markup.ts';
import { moment } from '../../format.ts';
import { changeIn, type Item } from '../../code-lookup.ts';
import { OUTCOME_TEXTS } from '../../texts/outcome.ts';
import type { DeskVisit } from '../../visit.ts';
import { keyLabels, actorNameOf } from '../../actor-name.ts';

/** Whether a ticket is for an event on a different day, in the company's zone. */
const isForOtherDay = ({ company }: DeskVisit, { event }: Item): boolean => {
  if (!event) return false;
  const dayOf = (timestamp: string): string => localDate(Date.parse(timestamp), company.time_zone);
  const today = localDate(nowMs(), company.time_zone);
  return today < dayOf(event.startsAt) || today > dayOf(event.endsAt ?? event.startsAt);
};

interface LastUse {
  kind: 'claim' | 'withdraw';
  text: string;
}

/** The last redemption or withdrawal of an item: when, where and by whom. Undefined if it was undone. */
const lastUse = async (visit: DeskVisit, history: readonly TimelineEntry[]): Promise<LastUse | undefined> => {
  const t = OUTCOME_TEXTS[visit.language];
  const entry = changeIn(history, ({ kind }) => ['claim', 'withdraw', 'refund', 'reinstate'].includes(kind));
  if (entry?.kind !== 'claim' && entry?.kind !== 'withdraw') return undefined;
  const message = entry.kind === 'claim' ? t.usedBefore : t.givenBack;
  const { company } = entry.by;
  const where = company === null || company === visit.company.slug ? visit.company.name : company;
  const who = actorNameOf(visit, entry.by, await keyLabels(visit, [entry.by]));
  return { kind: entry.kind, text: message(moment(visit, entry.occurred_at), where, who) };
};

/** Why an item cannot be redeemed. If its last use explains that, the reason is not repeated. */
const refused = async (visit: DeskVisit, item: Item, history: readonly TimelineEntry[]): Promise<Markup> => {
  const use = await lastUse(visit, history);
  const isUsedUp = use?.kind === 'claim' && item.status === USED;
  const isGivenBack = changeIn(history, ({ kind }) => kind !== 'expire')?.kind === 'withdraw';
  const reason = isUsedUp || (use && isGivenBack) ? null : item.claim_error;
  return html`${heading(isUsedUp ? OUTCOME_TEXTS[visit.language].alreadyUsed : visit.t.counter.notGood)}
  ${reason === null ? none : html`<p class="reason">${reason}</p>`}
  ${use === undefined ? none : html`<p class="reason">${use.text}</p>`}`;
};

const heading = (text: string): Markup => html`<h2 id="verdict">${text}</h2>`;

interface Verdict {
  /** Class of the section; its color matches the text. */
  className: 'good' | 'other-day' | 'not-good' | 'after';
  content: Markup;
}

/** Whether an item can be redeemed. An item that was just redeemed is shown as a success. */
export const verdictOf = async (
  visit: DeskVisit,
  item: Item,
  { history, isDone }: { history: readonly TimelineEntry[]; isDone: boolean },
): Promise<Verdict> => {
  const t = OUTCOME_TEXTS[visit.language];
  if (isDone) {
    const isLeft = item.available_claim;
    return {
      className: 'after',
      content: html`${heading(isLeft ? t.left : item.event ? t.admitted : t.nothingLeft)}
        <p>${isLeft ? t.nextPart : t.nextCode}</p>`,
    };
  }
  if (item.available_claim && item.event && isForOtherDay(visit, item)) {
    const text = t.otherDayText(moment(visit, item.event.startsAt));
    return {
      className: 'other-day',
      content: html`${heading(t.otherDay)}
        <p class="reason">${text}</p>`,
    };
  }
  return item.available_claim
    ? { className: 'good', content: heading(visit.t.counter.good) }
    : { className: 'not-good', content: await refused(visit, item, history) };
};

/** Name and day of the event of a ticket. */
export const eventFacts = (visit: DeskVisit, { event }: Item): readonly (readonly [string, string])[] => {
  const t = OUTCOME_TEXTS[visit.language];
  return event
    ? [
        [t.event, event.title],
        [t.when, moment(visit, event.startsAt)],
      ]
    : [];
};
