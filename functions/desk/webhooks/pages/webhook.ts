import { html, raw } from 'hono/html';
import { listOverview, type OverviewEntry } from '../../../domain/administration/catalog/overview.ts';
import { loadEndpoint } from '../../../domain/notifications/webhooks/change-endpoint.ts';
import { listDeliveries } from '../../../domain/notifications/webhooks/list-deliveries.ts';
import { presentEndpoint } from '../../../domain/notifications/webhooks/present.ts';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../../../domain/notifications/webhooks/schema.ts';
import { nowMs } from '../../../platform/clock.ts';
import type { ApiError } from '../../../platform/errors.ts';
import type { Reply } from '../../../pipeline/request.ts';
import { none, type Markup } from '../../../pages/kit/markup.ts';
import { webhookPath } from '../../codes.ts';
import { facts } from '../../counter/pages/counter.ts';
import { decimal, moment } from '../../format.ts';
import { newGuid } from '../../guid.ts';
import { deskPage, tokenField } from '../../layout.ts';
import { backLink } from '../../pages/back-link.ts';
import type { FieldFaults } from '../../pages/field-fault.ts';
import { formFault, messages } from '../../pages/notices.ts';
import type { DeskVisit } from '../../visit.ts';
import { selectedEvents, selectedFilter } from '../selected-events.ts';
import { deliveryTable } from './delivery.ts';
import { endpointFaults, endpointFields, endpointNames, endpointStateOf, type Endpoint } from './webhooks.ts';

const SHOWN = 25;

interface Outcome {
  /** The completed action, from the page's URL. */
  outcome?: string | undefined;
  refusal?: ApiError;
}

/** The page of an endpoint. Throws 404, and 422 for an invalid cursor. */
export const webhookPage = async (visit: DeskVisit, id: string, { outcome, refusal }: Outcome): Promise<Reply> => {
  const { webhooks: t } = visit.t;
  const status = DELIVERY_STATUSES.find((each) => each === visit.request.query['status']);
  const [row, products, deliveries] = await Promise.all([
    loadEndpoint(visit.company.slug, id),
    listOverview(visit.company.slug, ''),
    listDeliveries(
      visit.company.slug,
      { endpoint: id, type: undefined, status, order: undefined },
      { limit: SHOWN, startingAfter: visit.request.query['older'] },
    ),
  ]);
  const endpoint = presentEndpoint(row, nowMs());
  return deskPage(visit, {
    title: endpoint.url,
    place: 'webhooks',
    refusal,
    content: html`${backLink('/desk/webhooks', t.all)}
      <h1>${endpoint.url}</h1>
      ${messages({ fault: refusal && formFault(visit, refusal, endpointNames(visit)), done: doneText(visit, outcome) })}
      ${about(visit, endpoint)} ${filter(visit, id, status)} ${deliveryTable(visit, deliveries.data)}
      ${deliveries.next_cursor === null ? none : older(visit, id, status, deliveries.next_cursor)}
      ${forms(visit, endpoint, { products, faults: endpointFaults(visit, refusal) })}`,
  });
};

const doneText = ({ t: { webhooks: t } }: DeskVisit, outcome: string | undefined): string | undefined => {
  const [, more, count = ''] = /^(replayed|more)-(\d{1,6})$/.exec(outcome ?? '') ?? [];
  if (more !== undefined) return `${t.replayedFailed(Number(count))}${more === 'more' ? ` ${t.hasMore}` : ''}`;
  const texts = new Map([
    ['saved', t.saved],
    ['on', t.switchedOn],
    ['off', t.switchedOff],
    ['pinged', t.pinged],
  ]);
  return texts.get(outcome ?? '');
};

const about = (visit: DeskVisit, endpoint: Endpoint): Markup => {
  const { webhooks: t } = visit.t;
  const at = (timestamp: string | null): string => (timestamp === null ? '' : moment(visit, timestamp));
  const older = endpoint.previous_secret_expires_at;
  return facts([
    [t.status, endpointStateOf(visit, endpoint)],
    [t.registered, at(endpoint.created_at)],
    [t.lastSuccess, at(endpoint.last_success_at)],
    [t.lastFailure, at(endpoint.last_failure_at)],
    [t.failures, decimal(visit, endpoint.consecutive_failures)],
    [t.version, `${endpoint.secret_version}${older === null ? '' : `; ${t.olderUntil(at(older))}`}`],
  ]);
};

const filter = ({ t: { webhooks: t } }: DeskVisit, id: string, chosen: DeliveryStatus | undefined): Markup =>
  html`<form class="filters" method="get" action="${webhookPath(id)}">
    <div>
      <label for="status">${t.status}</label>
      <select id="status" name="status">
        <option value="">${t.anyStatus}</option>
        ${DELIVERY_STATUSES.map(
          (status) =>
            html`<option value="${status}" ${status === chosen ? raw('selected') : none}>
              ${t.statuses[status]}
            </option>`,
        )}
      </select>
    </div>
    <button class="quiet">${t.show}</button>
  </form>`;

const older = ({ t }: DeskVisit, id: string, status: DeliveryStatus | undefined, cursor: string): Markup => {
  const query = new URLSearchParams({ ...(status === undefined ? {} : { status }), older: cursor });
  return html`<p class="links"><a href="${webhookPath(id)}?${query.toString()}">${t.webhooks.older}</a></p>`;
};

interface ActionForm {
  id: string;
  action: string;
  /** Id of the section, if an action has two forms. */
  name?: string;
  title: string;
  text: string;
  content: Markup;
}

/** A form with its own guid, which makes it a separate request. */
const actionForm = (visit: DeskVisit, { id, action, name = action, title, text, content }: ActionForm): Markup =>
  html`<section class="card" aria-labelledby="${name}-title">
    <h2 id="${name}-title">${title}</h2>
    <p>${text}</p>
    <form class="stack" method="post" action="${webhookPath(id)}/${action}">
      ${tokenField(visit)}<input type="hidden" name="guid" value="${newGuid()}" /> ${content}
    </form>
  </section>`;

const forms = (
  visit: DeskVisit,
  { id, enabled, url, events, filter }: Endpoint,
  offered: { products: readonly OverviewEntry[]; faults: FieldFaults },
): Markup => {
  const { webhooks: t } = visit.t;
  const button = (text: string): Markup => html`<button class="quiet">${text}</button>`;
  // A refused form shows its input again, including unticked checkboxes. The other forms of the page have no `url`
  // field.
  const shown = visit.form.has('url')
    ? { url: visit.form.get('url'), events: selectedEvents(visit.form), filter: selectedFilter(visit.form) }
    : { url, events, filter };
  return html`${
      enabled
        ? html`${actionForm(visit, { id, action: 'ping', title: t.tryTitle, text: t.tryText, content: button(t.ping) })}
          ${actionForm(visit, {
            id,
            action: 'replay-failed',
            title: t.replayFailedTitle,
            text: t.replayFailedText,
            content: button(t.replayFailed),
          })}`
        : none
    }
    <section class="card" aria-labelledby="change-title">
      <h2 id="change-title">${t.changeTitle}</h2>
      <form class="stack" method="post" action="${webhookPath(id)}/change">
        ${tokenField(visit)} ${endpointFields(visit, { ...shown, ...offered })}
        <button>${t.save}</button>
      </form>
    </section>
    ${actionForm(visit, {
      id,
      action: 'rotate-secret',
      title: t.rotateTitle,
      text: t.rotateText,
      content: button(t.rotate),
    })}
    ${actionForm(visit, {
      id,
      action: 'change',
      name: 'switch',
      title: t.switchTitle,
      text: enabled ? t.switchOffText : t.switchOnText,
      content: html`<input type="hidden" name="enabled" value="${enabled ? 'no' : 'yes'}" />
        ${button(enabled ? t.switchOff : t.switchOn)}`,
    })}
    ${actionForm(visit, {
      id,
      action: 'delete',
      title: t.deleteTitle,
      text: t.deleteText,
      content: html`<label class="choice"><input type="checkbox" name="sure" value="yes" required /> ${t.sure}</label>
        <button class="grave">${t.delete}</button>`,
    })}`;
};
