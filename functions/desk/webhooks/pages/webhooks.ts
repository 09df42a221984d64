import { html, raw } from 'hono/html';
import { ORDER_EVENTS, SUBSCRIBABLE } from '../../../domain/events/catalog/event-catalog.ts';
import { listEndpoints } from '../../../domain/notifications/webhooks/list-endpoints.ts';
import { ENDPOINTS_MAX } from '../../../domain/notifications/webhooks/register.ts';
import { SUBSCRIBABLE_EVENTS } from '../../../domain/notifications/webhooks/schema.ts';
import { ITEM_TYPES } from '../../../domain/value/items/item-types.ts';
import { TYPE_NAMES } from '../../../domain/value/items/rules.ts';
import type { ApiError } from '../../../platform/errors.ts';
import type { Reply } from '../../../pipeline/request.ts';
import { none, type Markup } from '../../../pages/kit/markup.ts';
import { webhookPath } from '../../codes.ts';
import { moment } from '../../format.ts';
import { newGuid } from '../../guid.ts';
import { deskPage, tokenField } from '../../layout.ts';
import { notices } from '../../pages/notices.ts';
import { table } from '../../pages/table.ts';
import type { DeskVisit } from '../../visit.ts';
import { selectedEvents, selectedFilter } from '../selected-events.ts';

export type Endpoint = Awaited<ReturnType<typeof listEndpoints>>['data'][number];

/** Whether an endpoint is enabled, and why not. */
export const endpointStateOf = ({ t }: Pick<DeskVisit, 't'>, { enabled, disabled_reason: reason }: Endpoint): string =>
  enabled ? t.webhooks.on : reason === null ? t.webhooks.off : t.webhooks.reasons[reason];

interface Shown {
  wasDeleted?: boolean;
  refusal?: ApiError;
}

export const webhooksPage = async (visit: DeskVisit, { wasDeleted, refusal }: Shown): Promise<Reply> => {
  const { webhooks: t } = visit.t;
  const { data } = await listEndpoints(visit.company.slug, { limit: ENDPOINTS_MAX, startingAfter: undefined });
  return deskPage(visit, {
    title: t.title,
    place: 'webhooks',
    status: refusal?.status ?? 200,
    content: html`<h1>${t.title}</h1>
      ${notices(visit, { refusal, names: endpointNames(visit), done: wasDeleted ? t.deleted : undefined })}
      <p>${t.text}</p>
      ${data.length === 0 ? html`<p>${t.none}</p>` : listed(visit, data)}
      <section class="card" aria-labelledby="register">
        <h2 id="register">${t.registerTitle}</h2>
        <form class="stack" method="post" action="/desk/webhooks">
          ${tokenField(visit)}<input type="hidden" name="guid" value="${newGuid()}" />
          ${endpointFields(visit, {
            url: visit.form.get('url'),
            events: eventsShown(visit, refusal),
            filter: selectedFilter(visit.form),
          })}
          <button>${t.register}</button>
        </form>
      </section>`,
  });
};

/** A refused form keeps its selection; a new form has the order events selected. */
const eventsShown = ({ form }: DeskVisit, refusal: ApiError | undefined): readonly string[] =>
  refusal ? selectedEvents(form) : Object.keys(ORDER_EVENTS);

const listed = (visit: DeskVisit, endpoints: readonly Endpoint[]): Markup => {
  const { webhooks: t } = visit.t;
  return table('endpoints', t.endpoints, {
    head: [t.address, t.status, t.failures, t.lastSuccess],
    figures: [2],
    rows: endpoints.map((endpoint) => [
      html`<a href="${webhookPath(endpoint.id)}">${endpoint.url}</a>`,
      endpointStateOf(visit, endpoint),
      String(endpoint.consecutive_failures),
      endpoint.last_success_at === null ? '' : moment(visit, endpoint.last_success_at),
    ]),
  });
};

/** Labels of the two groups. */
export const endpointNames = ({ t: { webhooks: t } }: DeskVisit): Record<string, string> => ({
  url: t.address,
  events: t.events,
  'filter.item_types': t.itemTypes,
  'filter.product_ids': t.products,
  filter: t.products,
});

interface EndpointFields {
  url: string;
  events: readonly string[];
  filter: Endpoint['filter'];
}

/** URL and subscriptions of an endpoint. */
export const endpointFields = (visit: DeskVisit, { url, events, filter }: EndpointFields): Markup => {
  const {
    t: { webhooks: t },
    language,
  } = visit;
  return html`<label for="url">${t.address}</label>
    <input
      id="url"
      name="url"
      type="url"
      required
      maxlength="2048"
      value="${url}"
      autocomplete="off"
      aria-describedby="url-hint"
    />
    <p id="url-hint" class="hint">${t.addressHint}</p>
    <fieldset>
      <legend>${t.events}</legend>
      ${SUBSCRIBABLE_EVENTS.map(
        (event) =>
          html`<label class="choice">
            <input
              type="checkbox"
              name="event.${event}"
              value="yes"
              ${events.includes(event) ? raw('checked') : none}
            />
            <span>${SUBSCRIBABLE[event].name[language]} <span class="hint code">${event}</span></span>
          </label>`,
      )}
    </fieldset>
    ${filterFields(visit, filter)}`;
};

/** Filter of the selected item events. */
const filterFields = ({ t: { webhooks: t } }: DeskVisit, filter: Endpoint['filter']): Markup =>
  html`<fieldset aria-describedby="item-types-hint">
      <legend>${t.itemTypes}</legend>
      <p id="item-types-hint" class="hint">${t.itemTypesHint}</p>
      ${ITEM_TYPES.map(
        (type) =>
          html`<label class="choice">
            <input
              type="checkbox"
              name="item-type.${type}"
              value="yes"
              ${filter?.item_types?.includes(type) ? raw('checked') : none}
            />
            <span>${TYPE_NAMES[type]}</span>
          </label>`,
      )}
    </fieldset>
    <label for="products">${t.products}</label>
    <input
      id="products"
      name="products"
      maxlength="2000"
      value="${(filter?.product_ids ?? []).join(', ')}"
      autocomplete="off"
      aria-describedby="products-hint"
    />
    <p id="products-hint" class="hint">${t.productsHint}</p>`;
