import { html, raw } from 'hono/html';
import { shipmentsPage } from '../../../domain/fulfillment/shipments/list.ts';
import {
  SHIPMENT_STATUSES,
  type ShipmentRow,
  type ShipmentStatus,
} from '../../../domain/fulfillment/shipments/rows.ts';
import { toTimestamp } from '../../../platform/clock.ts';
import type { ApiError } from '../../../platform/errors.ts';
import { ownMember } from '../../../platform/own-member.ts';
import type { Reply } from '../../../pipeline/request.ts';
import { hidden, none, type Markup } from '../../../pages/kit/markup.ts';
import { encodeCursor } from '../../../storage/cursors.ts';
import { orderPath } from '../../codes.ts';
import { decimal, moment } from '../../format.ts';
import { newGuid } from '../../guid.ts';
import { deskPage, tokenField } from '../../layout.ts';
import { enterButton } from '../../pages/enter-button.ts';
import { aroundField } from '../../pages/field-fault.ts';
import { formFault, messages, refusalText } from '../../pages/notices.ts';
import { table } from '../../pages/table.ts';
import { SHIPMENT_TEXTS, type ShipmentTexts } from '../../texts/shipments.ts';
import type { DeskVisit } from '../../visit.ts';
import { selectedIn, selectionField, type ShipmentList } from '../selected.ts';

const SHOWN = 50;

/** The number of shipments that a form changed, and their new status. */
export interface DoneShipments {
  status: Exclude<ShipmentStatus, 'waiting'>;
  count: number;
}

interface ShipmentsView extends ShipmentList {
  done?: DoneShipments;
  refusal?: ApiError;
  refused?: { first: ApiError; count: number };
}

export const shipmentsPageOf = async (visit: DeskVisit, shown: ShipmentsView): Promise<Reply> => {
  const { status, after, done, refusal, refused } = shown;
  const t = SHIPMENT_TEXTS[visit.language];
  const page = await shipmentsPage(visit.company.slug, [status], { limit: SHOWN, startingAfter: after });
  return deskPage(visit, {
    title: t.title,
    place: 'shipments',
    refusal,
    content: html`<h1>${t.title}</h1>
      ${messages({
        done: done && done.count > 0 ? t.done[done.status](done.count) : undefined,
        fault: refused && `${t.refused(refused.count)}${refusalText(visit, refused.first)}`,
      })}
      ${messages({ fault: refusal && formFault(visit, refusal, namesOf(t)) })} ${tabs(visit, status)}
      ${page.rows.length === 0 ? html`<p>${t.empty}</p>` : selection(visit, shown, page.rows)}
      ${
        page.next === undefined
          ? none
          : html`<p class="links">
              <a
                href="/desk/shipments?${new URLSearchParams({ status, after: encodeCursor(page.identity, page.next) }).toString()}"
                >${t.more}</a
              >
            </p>`
      }`,
  });
};

const namesOf = (t: ShipmentTexts): Record<string, string> => ({
  shipments: t.chosen,
  carrier: t.carrier,
  tracking_number: t.trackingNumber,
  tracking_url: t.trackingUrl,
});

const tabs = ({ language }: DeskVisit, current: ShipmentStatus): Markup => {
  const t = SHIPMENT_TEXTS[language];
  return html`<nav aria-label="${t.title}">
    <ul class="tiles">
      ${SHIPMENT_STATUSES.map(
        (status) =>
          html`<li>
            <a href="/desk/shipments?status=${status}" ${status === current ? raw('aria-current="page"') : none}
              >${t.statuses[status]}</a
            >
          </li>`,
      )}
    </ul>
  </nav>`;
};

const selection = (
  visit: DeskVisit,
  { status, after, refusal }: ShipmentsView,
  rows: readonly ShipmentRow[],
): Markup => {
  const t = SHIPMENT_TEXTS[visit.language];
  const isAll = visit.request.query['select'] === 'all';
  const selected = new Set(isAll ? rows.map(({ id }) => id) : selectedIn(visit.form));
  const list = { status, ...(after === undefined ? {} : { after }) };
  const query = new URLSearchParams(isAll ? list : { ...list, select: 'all' });
  return html`<form method="post" action="/desk/shipments">
    ${tokenField(visit)}<input type="hidden" name="guid" value="${newGuid()}" />
    ${hidden('status', status)} ${after === undefined ? none : hidden('after', after)}
    ${
      status === 'returned'
        ? none
        : html`<p class="links">
            <a href="/desk/shipments?${query.toString()}">${isAll ? t.chooseNone : t.chooseAll(rows.length)}</a>
          </p>`
    }
    ${table('shipments', t.statuses[status], {
      head: ['', t.order, t.address, t.cards, t.service, visit.t.item.status],
      rows: rows.map((row) => cells(visit, row, selected)),
    })}
    ${steps(visit, status, refusal)}
  </form>`;
};

const cells = (visit: DeskVisit, row: ShipmentRow, selected: ReadonlySet<string>): (string | Markup)[] => {
  const t = SHIPMENT_TEXTS[visit.language];
  const { address } = row;
  const where = [address.company_name, address.name, address.street, `${address.postcode} ${address.city}`];
  const atMs = row.returnedAtMs ?? row.postedAtMs ?? row.packedAtMs ?? row.readyAtMs;
  return [
    html`<label class="choice"
      ><input
        type="checkbox"
        name="${selectionField(row.id)}"
        value="yes"
        ${selected.has(row.id) ? raw('checked') : none}
      />
      <span class="visually-hidden">${t.choose(row.reference)}</span></label
    >`,
    html`<a href="${orderPath(row.orderId)}">${row.reference}</a>`,
    html`${where.filter(Boolean).join(', ')}`,
    decimal(visit, row.cards),
    [row.tracking?.carrier ?? (row.service === 'courier' ? t.courier : t.ownPost), row.priority?.label]
      .filter(Boolean)
      .join(', '),
    html`${t.statuses[row.status]}, ${moment(visit, toTimestamp(atMs))}${trackingLink(row)}`,
  ];
};

const trackingLink = ({ tracking }: ShipmentRow): Markup =>
  tracking?.url
    ? html`<br /><a href="${tracking.url}" rel="noreferrer noopener">${tracking.number ?? tracking.url}</a>`
    : tracking?.number
      ? html`<br />${tracking.number}`
      : none;

/** The actions that are possible for selected shipments in this status. */
const steps = (visit: DeskVisit, status: ShipmentStatus, refusal: ApiError | undefined): Markup => {
  const t = SHIPMENT_TEXTS[visit.language];
  const field = (name: string, label: string, more: string): Markup => {
    const [fault] = ownMember(refusal?.faults ?? {}, name) ?? [];
    const { attributes, below } = aroundField(visit, { id: name, fault });
    return html`<label for="${name}">${label}</label
      ><input
        id="${name}"
        name="${name}"
        value="${visit.form.get(name)}"
        autocomplete="off"
        ${raw(more)}
        ${attributes}
      />${below}`;
  };
  const button = (step: string, text: string, kind = ''): Markup =>
    html`<button name="step" value="${step}" ${raw(kind)}>${text}</button>`;
  // A button with a target is exempt from the protection against double clicks, so labels can be printed again
  // immediately.
  const labels = html`<p class="links">
    <button class="quiet" formaction="/desk/shipments/labels" formtarget="_self" name="format" value="a4">
      ${t.labels}
    </button>
    <button class="quiet" formaction="/desk/shipments/labels" formtarget="_self" name="format" value="roll">
      ${t.rollLabels}
    </button>
  </p>`;
  if (status === 'returned') return none;
  if (status === 'posted') {
    return html`<section class="card stack">
      <h2>${t.chosen}</h2>
      ${field('reason', t.reason, 'maxlength="200"')} ${button('returned', t.returned)}
    </section>`;
  }
  return html`<section class="card stack">
    <h2>${t.chosen}</h2>
    ${enterButton(t.posted, 'name="step" value="posted"')} ${labels} ${field('carrier', t.carrier, 'maxlength="60"')}
    ${field('tracking_number', t.trackingNumber, 'maxlength="100"')}
    ${field('tracking_url', t.trackingUrl, 'maxlength="500" type="url" inputmode="url" placeholder="https://"')}
    <p>${t.buyerNotified}</p>
    <p class="links">
      ${button('posted', t.posted)} ${status === 'waiting' ? button('packed', t.packed, 'class="quiet"') : none}
    </p>
  </section>`;
};
