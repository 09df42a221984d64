import { html, raw } from 'hono/html';
import { listOverview, type OverviewEntry } from '../../../domain/administration/catalog/overview.ts';
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
import { decimal, moment } from '../../format.ts';
import { newGuid } from '../../guid.ts';
import { deskPage, tokenField } from '../../layout.ts';
import { localize } from '../../localize.ts';
import { productPicker } from '../../order-page/pages/product-picker.ts';
import { aroundField, fieldFaults, type FieldFaults } from '../../pages/field-fault.ts';
import { creatingForm } from '../../pages/folded-form.ts';
import { formFault, messages } from '../../pages/notices.ts';
import { stateMark } from '../../pages/state-mark.ts';
import { table } from '../../pages/table.ts';
import { settingsWord } from '../../texts/company-settings.ts';
import { groupName } from '../../texts/figures.ts';
import type { DeskVisit } from '../../visit.ts';
import { FILTER_PRODUCTS, selectedEvents, selectedFilter } from '../selected-events.ts';

export type Endpoint = Awaited<ReturnType<typeof listEndpoints>>['data'][number];

/** Whether an endpoint is enabled; if not, why. */
export const endpointStateOf = (
  { t }: Pick<DeskVisit, 't'>,
  { enabled, disabled_reason: reason }: Endpoint,
): Markup => {
  if (enabled) return stateMark(t.webhooks.on, 'on');
  return reason === null
    ? stateMark(t.webhooks.off, 'over')
    : stateMark(t.webhooks.reasons[reason], reason === 'request' ? 'over' : 'wrong');
};

interface WebhooksView {
  wasDeleted?: boolean;
  refusal?: ApiError;
}

export const webhooksPage = async (visit: DeskVisit, { wasDeleted, refusal }: WebhooksView): Promise<Reply> => {
  const { webhooks: t } = visit.t;
  const { slug } = visit.company;
  const [{ data }, products] = await Promise.all([
    listEndpoints(slug, { limit: ENDPOINTS_MAX, startingAfter: undefined }),
    listOverview(slug, ''),
  ]);
  return deskPage(visit, {
    title: t.title,
    place: 'webhooks',
    refusal,
    content: html`<h1>${t.title}</h1>
      ${messages({ fault: refusal && formFault(visit, refusal, endpointNames(visit)), done: wasDeleted ? t.deleted : undefined })}
      <p>${t.text}</p>
      ${data.length === 0 ? html`<p>${t.none}</p>` : none}
      ${creatingForm(
        t.registerTitle,
        html`<form class="stack" method="post" action="/desk/webhooks">
          ${tokenField(visit)}<input type="hidden" name="guid" value="${newGuid()}" />
          ${endpointFields(visit, {
            url: visit.form.get('url'),
            events: eventsShown(visit, refusal),
            filter: selectedFilter(visit.form),
            products,
            faults: endpointFaults(visit, refusal),
          })}
          <button>${t.register}</button>
        </form>`,
        { isOpen: data.length === 0 || refusal !== undefined },
      )}
      ${data.length === 0 ? none : endpointTable(visit, data)}`,
  });
};

/** The selected events: those of a refused form, or all order events in a new form. */
const eventsShown = ({ form }: DeskVisit, refusal: ApiError | undefined): readonly string[] =>
  refusal ? selectedEvents(form) : Object.keys(ORDER_EVENTS);

const endpointTable = (visit: DeskVisit, endpoints: readonly Endpoint[]): Markup => {
  const { webhooks: t } = visit.t;
  return table('endpoints', t.endpoints, {
    head: [t.address, t.status, t.failures, t.lastSuccess],
    figures: [2],
    rows: endpoints.map((endpoint) => [
      html`<a class="address" href="${webhookPath(endpoint.id)}">${endpoint.url}</a>`,
      endpointStateOf(visit, endpoint),
      decimal(visit, endpoint.consecutive_failures),
      endpoint.last_success_at === null ? '' : moment(visit, endpoint.last_success_at),
    ]),
  });
};

/** Labels of the endpoint's fields. */
export const endpointNames = ({ t: { webhooks: t } }: DeskVisit): Record<string, string> => ({
  url: t.address,
  events: t.events,
  'filter.item_types': t.itemTypes,
  'filter.product_ids': t.products,
  filter: t.products,
});

/** Faults of the refused form of an endpoint. */
export const endpointFaults = (visit: DeskVisit, refusal: ApiError | undefined): FieldFaults =>
  fieldFaults(refusal, Object.keys(endpointNames(visit)));

interface EndpointFields {
  url: string;
  events: readonly string[];
  filter: Endpoint['filter'];
  /** Products that the filter offers. */
  products: readonly OverviewEntry[];
  faults: FieldFaults;
}

/** Explains which URLs are allowed and lists the approved ones. If there are none, it says who can add them. */
const addressHint = ({ t, language, company }: DeskVisit): string => {
  const approved = settingsWord(language, 'approved_urls');
  const urls = company.approved_urls;
  return urls.length === 0
    ? `${t.webhooks.addressHint} ${approved}: –. ${settingsWord(language, 'contractText')}`
    : `${t.webhooks.addressHint} ${approved}: ${urls.join(', ')}`;
};

/** Fields for the URL and the subscriptions of an endpoint. */
export const endpointFields = (visit: DeskVisit, fields: EndpointFields): Markup => {
  const { url, events, faults } = fields;
  const { webhooks: t } = visit.t;
  const address = aroundField(visit, { id: 'url', fault: faults['url'], hint: addressHint(visit) });
  const named = aroundField(visit, { id: 'events', fault: faults['events'] });
  return html`<label for="url">${t.address}</label>
    <input
      id="url"
      name="url"
      type="url"
      required
      maxlength="2048"
      value="${url}"
      autocomplete="off"
      ${address.attributes}
    />
    ${address.below}
    <h3 id="events">${t.events}</h3>
    ${named.below}
    <div class="groups" role="group" aria-labelledby="events" ${describedBy('events', faults)}>
      ${[...Map.groupBy(SUBSCRIBABLE_EVENTS, nounOf)].map(
        ([noun, own]) =>
          html`<fieldset>
            <legend>${nounName(visit, noun)}</legend>
            ${own.map((event) => eventChoice(visit, event, events.includes(event)))}
          </fieldset>`,
      )}
    </div>
    ${filterFields(visit, fields)}`;
};

type Subscribable = (typeof SUBSCRIBABLE_EVENTS)[number];

/** The group of an event in the form: the resource in its name. Rare resources share a group. */
const nounOf = (event: Subscribable): 'order' | 'item' | 'other' =>
  event.startsWith('order.') ? 'order' : event.startsWith('item.') ? 'item' : 'other';

const nounName = ({ t, language }: DeskVisit, noun: ReturnType<typeof nounOf>): string =>
  ({ order: t.search.orders, item: t.search.items, other: groupName(language, 'other') ?? noun })[noun];

const eventChoice = ({ language }: DeskVisit, event: Subscribable, isChosen: boolean): Markup =>
  html`<label class="choice">
    <input type="checkbox" name="event.${event}" value="yes" ${isChosen ? raw('checked') : none} />
    <span>${SUBSCRIBABLE[event].name[language]} <span class="hint code">${event}</span></span>
  </label>`;

/** A group of checkboxes is not an input, so it can only be described by its fault, not marked as invalid. */
const describedBy = (id: string, faults: FieldFaults): Markup =>
  faults[id] === undefined ? none : html`aria-describedby="${id}-fault"`;

/** Fields that filter the selected item events. */
const filterFields = (visit: DeskVisit, { filter, faults, products }: EndpointFields): Markup => {
  const { webhooks: t } = visit.t;
  const types = faults['filter.item_types'];
  const around = aroundField(visit, {
    id: `v-${FILTER_PRODUCTS}`,
    fault: faults['filter.product_ids'] ?? faults['filter'],
    hint: t.productsHint,
  });
  return html`<fieldset aria-describedby="${types === undefined ? none : 'item-types-fault '}item-types-hint">
      <legend>${t.itemTypes}</legend>
      ${aroundField(visit, { id: 'item-types', fault: types, hint: t.itemTypesHint }).below}
      ${ITEM_TYPES.map(
        (type) =>
          html`<label class="choice">
            <input
              type="checkbox"
              name="item-type.${type}"
              value="yes"
              ${filter?.item_types?.includes(type) ? raw('checked') : none}
            />
            <span>${localize(visit, TYPE_NAMES[type])}</span>
          </label>`,
      )}
    </fieldset>
    ${productPicker(visit, {
      field: { path: FILTER_PRODUCTS, label: t.products },
      stored: filter?.product_ids,
      products,
      hint: around.below,
      isOrdered: false,
    })}`;
};
