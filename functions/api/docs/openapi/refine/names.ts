import { refName, replaceParts, schemaRef, type Node } from './tree.ts';
import { isObject } from '../../../../platform/is-object.ts';

/**
 * Names of schemas, with the place of each: a schema and a path within it. `[]` is an entry of a list, `~x` the
 * alternative with a member that is always `x`, `body` the request body of an operation. Inner schemas come before
 * those that contain them.
 */
const NAMED_SCHEMAS: readonly (readonly [name: string, place: string])[] = [
  ['Amounts', 'Order.amounts'],
  ['DocumentLink', 'Order.line_items.[].pdf'],
  ['LineItem', 'Order.line_items.[]'],
  ['QuoteLine', 'Quote.line_items.[]'],
  ['Payment', 'Order.payment'],
  ['Fulfillment', 'Order.fulfillment'],
  ['BuyerCompany', 'Order.sender.company'],
  ['Sender', 'Order.sender'],
  ['Recipient', 'Order.recipient'],
  ['Greeting', 'Order.greeting'],
  ['Address', 'Order.delivery.address'],
  ['Delivery', 'Order.delivery'],
  ['Discount', 'Order.discount'],
  ['Seller', 'Order.seller'],
  ['MarketingConsent', 'Order.marketing_consent'],
  ['Actor', 'ItemHistory.data.[].by'],
  ['OrderEvent', 'OrderEventList.data.[]'],
  ['Image', 'Product.~gift_card.images.[]'],
  ['DeliveryMethods', 'Product.~gift_card.delivery_methods'],
  ['Personalization', 'Product.~gift_card.personalization'],
  ['Terms', 'Product.~gift_card.terms'],
  ['Availability', 'Product.~gift_card_variant.options.[].availability'],
  ['ExperienceOption', 'Product.~gift_card_variant.options.[]'],
  ['TicketOption', 'Product.~event_ticket.options.[]'],
  ['OfferOption', 'Product.~special_offer.options.[]'],
  ['EventDetails', 'Product.~event_ticket.event'],
  ['GiftCardProduct', 'Product.~gift_card'],
  ['ExperienceProduct', 'Product.~gift_card_variant'],
  ['EventTicketProduct', 'Product.~event_ticket'],
  ['SpecialOfferProduct', 'Product.~special_offer'],
  ['PickupPoint', 'PickupPointList.data.[]'],
  ['ItemSummary', 'ItemList.data.[]'],
  ['IssuedItem', 'IssuedItems.items.[]'],
  ['HistoryEntry', 'ItemHistory.data.[]'],
  ['Promotion', 'PromotionList.data.[]'],
  ['EventReport', 'EventReportList.data.[]'],
  ['Participant', 'ParticipantList.data.[]'],
  ['AnalyticsRow', 'AnalyticsReport.items.[]'],
  ['ClaimedItemRow', 'ClaimedItemsReport.items.[]'],
  ['Subscriber', 'SubscriberList.data.[]'],
  ['ApiKey', 'ApiKeyList.data.[]'],
  ['AuditEntry', 'AuditLog.data.[]'],
  ['DeliveryAttempt', 'WebhookDeliveryDetail.attempts.[]'],
  ['OrderAddressRequest', 'create-order.body.delivery.address'],
  ['OrderCompanyRequest', 'create-order.body.sender.company'],
  ['TicketRequest', 'create-order.body.items.[].ticket'],
  ['OrderLineRequest', 'create-order.body.items.[]'],
  ['OrderRequest', 'create-order.body'],
  ['QuoteRequest', 'create-quote.body'],
  ['LegacyRequest', 'LegacyText.request'],
  ['LegacyError', 'LegacyText.~Error'],
  ['Item', 'LegacyItem.~OK.response'],
  ['LegacyFilter', 'LegacyItemList.~OK.response.filter'],
  ['EventReport', 'LegacyEvents.~OK.response.items.[]'],
  ['Participant', 'LegacyParticipants.~OK.response.items.[]'],
  ['AnalyticsRow', 'LegacyAnalytics.~OK.response.items.[]'],
  ['ClaimedItemRow', 'LegacyClaimedItems.~OK.response.items.[]'],
  ['Subscriber', 'LegacySubscribers.~OK.response.items.[]'],
  ['Promotion', 'LegacyModifications.~OK.response.items.[]'],
];

/** All names. Tests use them. */
export const NAMES: readonly string[] = [...new Set(NAMED_SCHEMAS.map(([name]) => name))];

interface DocumentTree {
  paths?: unknown;
  webhooks?: unknown;
  components: Node & { schemas: Node };
}

/** Returns a copy of the document in which these schemas are components with a name. */
export const withNames = <T extends DocumentTree>(document: T): T => {
  const byText = new Map<string, string>();
  const namedSchemas = new Map<string, Node>();
  for (const [name, place] of NAMED_SCHEMAS) {
    const schema = at(document, place);
    if (!isObject(schema) || namedSchemas.has(name) || name in document.components.schemas) continue;
    const text = JSON.stringify(schema);
    if (refName(schema) !== undefined || byText.has(text)) continue;
    namedSchemas.set(name, schema);
    byText.set(text, name);
  }
  const put = (node: Node): Node | undefined => {
    if (!('properties' in node || 'anyOf' in node)) return undefined;
    const name = byText.get(JSON.stringify(node));
    return name === undefined ? undefined : schemaRef(name);
  };
  const within = (schema: Node): Node =>
    Object.fromEntries(
      Object.entries(schema).map(([key, value]) => [key, replaceParts(value, put, key === 'properties')]),
    );
  const { schemas, ...components } = document.components;
  const all = [...Object.entries(schemas as Record<string, Node>), ...namedSchemas];
  return {
    ...document,
    ...(document.paths ? { paths: replaceParts(document.paths, put) } : {}),
    ...(document.webhooks ? { webhooks: replaceParts(document.webhooks, put) } : {}),
    components: { ...components, schemas: Object.fromEntries(all.map(([name, schema]) => [name, within(schema)])) },
  };
};

const at = (document: DocumentTree, place: string): unknown => {
  const [first = '', ...steps] = place.split('.');
  const start = document.components.schemas[first] ?? bodyOf(document, first);
  const remainingSteps = steps[0] === 'body' ? steps.slice(1) : steps;
  return remainingSteps.reduce<unknown>((schema, step) => into(document, schema, step), start);
};

const bodyOf = ({ paths }: DocumentTree, operation: string): unknown => {
  for (const methods of Object.values((paths ?? {}) as Record<string, Record<string, Node>>)) {
    for (const { operationId, requestBody } of Object.values(methods)) {
      const { content } = (requestBody ?? {}) as { content?: Record<string, { schema?: unknown }> };
      if (operationId === operation) return content?.['application/json']?.schema;
    }
  }
  return undefined;
};

/** Follows one step of a path into a schema, resolving references and ignoring null. */
const into = (document: DocumentTree, schema: unknown, step: string): unknown => {
  const whole = resolveRef(document, schema);
  if (!isObject(whole)) return undefined;
  const ways = waysOf(whole);
  if (step.startsWith('~')) {
    return ways.find((way) =>
      Object.values(membersOf(resolveRef(document, way))).some((each) => each['const'] === step.slice(1)),
    );
  }
  const plain = ways.map((way) => resolveRef(document, way)).find((way) => isObject(way) && way['type'] !== 'null');
  if (!isObject(plain)) return undefined;
  const member = step === '[]' ? plain['items'] : membersOf(plain)[step];
  return isObject(member) ? withoutNull(member) : undefined;
};

const waysOf = (schema: Node): unknown[] => ((schema['anyOf'] ?? schema['oneOf']) as unknown[] | undefined) ?? [schema];

const membersOf = (schema: unknown): Record<string, Node> =>
  isObject(schema) ? ((schema['properties'] ?? {}) as Record<string, Node>) : {};

const withoutNull = (schema: Node): unknown => {
  const ways = waysOf(schema).filter((way) => !(isObject(way) && way['type'] === 'null'));
  return ways.length === 1 ? ways[0] : schema;
};

const resolveRef = (document: DocumentTree, schema: unknown): unknown => {
  const name = refName(schema);
  return name === undefined ? schema : document.components.schemas[name];
};
