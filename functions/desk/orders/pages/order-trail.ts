import { html } from 'hono/html';
import { presentActor } from '../../../platform/actor.ts';
import { toTimestamp } from '../../../platform/clock.ts';
import { decimalFromMinor } from '../../../platform/decimals.ts';
import { none, type Markup } from '../../../pages/kit/markup.ts';
import { orderPath } from '../../codes.ts';
import { moment, money } from '../../format.ts';
import { tokenField } from '../../layout.ts';
import { capitalize, stateMark, type Tone } from '../../pages/state-mark.ts';
import { table } from '../../pages/table.ts';
import { HOLD_TEXTS } from '../../texts/holds.ts';
import type { DeskVisit } from '../../visit.ts';
import { actorNameOf } from '../../actor-name.ts';
import { deliveryTable } from '../../webhooks/pages/delivery.ts';
import type { ShownOrderParts } from '../order-parts.ts';

/** The refunds, emails and webhook deliveries of an order. */
export const orderTrail = (visit: DeskVisit, parts: ShownOrderParts): Markup =>
  html`${refundTable(visit, parts)} ${mailTable(visit, parts)}
  ${parts.deliveries.length > 0 ? deliveryTable(visit, parts.deliveries) : none}`;

const MAIL_TONES: Readonly<Record<ShownOrderParts['mails'][number]['state'], Tone>> = {
  preparing: 'off',
  calling: 'off',
  sent: 'on',
  unconfirmed: 'off',
  failing: 'off',
  failed: 'wrong',
};

const REFUND_TONES: Readonly<Record<ShownOrderParts['refunds'][number]['state'], Tone>> = {
  waiting: 'off',
  running: 'off',
  returning: 'off',
  refunded: 'on',
  declined: 'wrong',
  refused: 'wrong',
  failing: 'wrong',
  failed: 'wrong',
};

const toCardsOf = ({ cards = [] }: ShownOrderParts['refunds'][number]): number =>
  cards.reduce((sum, { minor }) => sum + minor, 0);

/** The refunded amount: the gateway's part and the gift cards' part, or the requested amount until it is recorded. */
const amountOf = (refund: ShownOrderParts['refunds'][number]): number =>
  refund.counted === undefined ? refund.amount : refund.counted + toCardsOf(refund);

const refundTable = (visit: DeskVisit, { refunds, order, labels }: ShownOrderParts): Markup => {
  const { item, trail: t } = visit.t;
  if (refunds.length === 0) return none;
  const currency = order?.amounts.currency ?? visit.company.currency;
  const format = (minor: number): string => money(visit, decimalFromMinor(minor, currency), currency);
  const hasCards = refunds.some((refund) => toCardsOf(refund) > 0);
  const toCards = (refund: (typeof refunds)[number]): string =>
    toCardsOf(refund) === 0 ? '' : format(toCardsOf(refund));
  return table('refunds', t.refunds, {
    head: [
      item.when,
      item.what,
      item.amount,
      ...(hasCards ? [HOLD_TEXTS[visit.language].refundedToCards] : []),
      item.status,
      item.who,
      item.noteOf,
    ],
    figures: hasCards ? [2, 3] : [2],
    rows: refunds.map((refund) => [
      moment(visit, toTimestamp(refund.startedAtMs)),
      capitalize(t.refundKinds[refund.kind]),
      format(amountOf(refund)),
      ...(hasCards ? [toCards(refund)] : []),
      stateMark(t.refundStates[refund.state], REFUND_TONES[refund.state]),
      actorNameOf(visit, presentActor(refund.by), labels),
      refund.reason ?? '',
    ]),
  });
};

const mailTable = (visit: DeskVisit, { mails }: ShownOrderParts): Markup => {
  const { item, trail: t } = visit.t;
  if (mails.length === 0) return none;
  return table('mails', t.mails, {
    head: [item.when, t.mail, item.status, t.tries],
    figures: [3],
    rows: mails.map((mail) => [
      moment(visit, toTimestamp(mail.updatedAtMs)),
      capitalize(t.mailKinds[mail.kind]),
      stateMark(t.mailStates[mail.state], MAIL_TONES[mail.state]),
      String(mail.attempts),
    ]),
  });
};

/** The form for an order whose fulfillment, or the rendering of its documents, failed permanently. */
export const fulfillForm = (visit: DeskVisit, { id, heldBack, isOutdated }: ShownOrderParts): Markup => {
  const { trail: t } = visit.t;
  return html`<section class="card" aria-labelledby="fulfill">
    <h2 id="fulfill">${t.fulfillTitle}</h2>
    <p>${isOutdated ? t.redrawText : t.fulfillText}</p>
    ${heldBack === undefined ? none : html`<p class="hint">${t.heldBack}: <span lang="en">${heldBack}</span></p>`}
    <form class="stack" method="post" action="${orderPath(id)}/fulfill">
      ${tokenField(visit)}
      <button>${t.fulfill}</button>
    </form>
  </section>`;
};
