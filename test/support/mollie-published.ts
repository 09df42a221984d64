import { createRequire } from 'node:module';
import type { MollieExchange } from './mollie-server.ts';

type Members = Record<string, unknown>;
interface Schema {
  parse: (value: unknown) => unknown;
}

/** Mollie's official client, generated from its published OpenAPI document. Only its schemas are used. */
const client = createRequire(import.meta.url);
const schema = (file: string, name: string, side: 'inbound' | 'outbound' = 'inbound'): Schema =>
  (client(`mollie-api-typescript/models/${file}.js`) as Record<string, Schema>)[`${name}$${side}Schema`]!;

const { startCountingUnrecognized } = client('mollie-api-typescript/types/unrecognized.js') as {
  startCountingUnrecognized: () => { end: () => number };
};

const payment = schema('paymentresponse', 'PaymentResponse');
const capture = schema('captureresponse', 'CaptureResponse');
const refund = schema('refundresponse', 'RefundResponse');
const chargeback = schema('entitychargeback', 'EntityChargeback');

/** Schemas of the request and response body of each operation that the service calls. */
const OPERATIONS: Readonly<Record<string, { body?: Schema; answer?: Schema }>> = {
  'POST /payments': { body: schema('paymentrequest', 'PaymentRequest', 'outbound'), answer: payment },
  'GET /payments': { answer: schema('operations/listpayments', 'ListPaymentsResponseBody') },
  'GET /payments/:id': { answer: payment },
  'DELETE /payments/:id': { answer: payment },
  'POST /payments/:id/captures': { body: schema('entitycapture', 'EntityCapture', 'outbound'), answer: capture },
  'POST /payments/:id/release-authorization': {},
  'POST /payments/:id/refunds': { body: schema('refundrequest', 'RefundRequest', 'outbound'), answer: refund },
  'GET /refunds': { answer: schema('operations/listallrefunds', 'ListAllRefundsResponseBody') },
  'GET /chargebacks': { answer: schema('operations/listallchargebacks', 'ListAllChargebacksResponseBody') },
  'GET /methods': { answer: schema('operations/listmethods', 'ListMethodsResponse') },
};

export const MOLLIE_OPERATIONS = Object.keys(OPERATIONS);

/** Name of an operation in the published document. */
export const mollieOperation = ({ method, path }: MollieExchange): string =>
  `${method} ${path.replace(/\/tr_\w+/, '/:id')}`;

/**
 * Members that parsing omitted because the schema lacks them. The client's names of `_links` and `_embedded` have no
 * underscore.
 */
const unknownMembers = (sent: unknown, known: unknown, path: string): string[] => {
  if (Array.isArray(sent)) return sent.flatMap((each, at) => unknownMembers(each, (known as unknown[])[at], path));
  if (typeof sent !== 'object' || sent === null) return [];
  return Object.entries(sent).flatMap(([name, value]) => {
    const own = known as Members;
    const found = name in own ? own[name] : own[name.replace(/^_/, '')];
    return found === undefined ? [`${path}.${name} is unknown`] : unknownMembers(value, found, `${path}.${name}`);
  });
};

const faultsIn = (what: string, schemaOf: Schema, value: unknown): string[] => {
  const count = startCountingUnrecognized();
  try {
    const known = schemaOf.parse(value);
    const unrecognized = count.end();
    return [
      ...unknownMembers(value, known, what),
      ...(unrecognized > 0 ? [`${what} has ${unrecognized} unknown values`] : []),
    ];
  } catch (error) {
    count.end();
    return [`${what}: ${error instanceof Error ? error.message : String(error)}`];
  }
};

const EMBEDDED: Readonly<Record<string, Schema>> = { captures: capture, refunds: refund, chargebacks: chargeback };

/** Faults of a response. The document has separate schemas for the objects that a payment embeds on request. */
const answerFaults = (name: string, answer: Schema, given: unknown): string[] => {
  if (answer !== payment) return faultsIn(name, answer, given);
  const { _embedded: embedded = {}, ...own } = given as Members;
  return [
    ...faultsIn(name, answer, own),
    ...Object.entries(embedded as Record<string, unknown[]>).flatMap(([noun, all]) =>
      all.flatMap((each) => faultsIn(`${name} ${noun}`, EMBEDDED[noun]!, each)),
    ),
  ];
};

/** Differences between recorded exchanges and Mollie's published description, one sentence each. */
export const unpublishedAtMollie = (exchanges: readonly MollieExchange[]): string[] =>
  exchanges.flatMap((exchange) => {
    const name = mollieOperation(exchange);
    const { body, answer } = OPERATIONS[name] ?? {};
    return [
      ...(body ? faultsIn(`${name} body`, body, exchange.body) : []),
      ...(answer && exchange.status < 300 ? answerFaults(name, answer, exchange.answer) : []),
    ];
  });
