import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FormValue } from './stripe-form.ts';
import type { SeenCall } from './stripe-server.ts';

const ROOT = join(import.meta.dirname, '../..');

/** SDK types of the parameters and the response of each operation that the service calls. */
const OPERATIONS: Readonly<Record<string, readonly [parameters: string, answer: string]>> = {
  'POST /v1/checkout/sessions': ['Stripe.Checkout.SessionCreateParams', 'Stripe.Checkout.Session'],
  'GET /v1/checkout/sessions': ['Stripe.Checkout.SessionListParams', 'List<Stripe.Checkout.Session>'],
  'GET /v1/checkout/sessions/:id': ['Stripe.Checkout.SessionRetrieveParams', 'Stripe.Checkout.Session'],
  'POST /v1/checkout/sessions/:id/expire': ['Stripe.Checkout.SessionExpireParams', 'Stripe.Checkout.Session'],
  'GET /v1/payment_intents': ['Stripe.PaymentIntentListParams', 'List<Stripe.PaymentIntent>'],
  'GET /v1/payment_intents/:id': ['Stripe.PaymentIntentRetrieveParams', 'Stripe.PaymentIntent'],
  'POST /v1/payment_intents/:id/capture': ['Stripe.PaymentIntentCaptureParams', 'Stripe.PaymentIntent'],
  'POST /v1/payment_intents/:id/cancel': ['Stripe.PaymentIntentCancelParams', 'Stripe.PaymentIntent'],
  'POST /v1/refunds': ['Stripe.RefundCreateParams', 'Stripe.Refund'],
  'GET /v1/refunds': ['Stripe.RefundListParams', 'List<Stripe.Refund>'],
  'GET /v1/disputes': ['Stripe.DisputeListParams', 'List<Stripe.Dispute>'],
  'GET /v1/payouts': ['Stripe.PayoutListParams', 'List<Stripe.Payout>'],
  'GET /v1/payouts/:id': ['Stripe.PayoutRetrieveParams', 'Stripe.Payout'],
  'GET /v1/balance_transactions': ['Stripe.BalanceTransactionListParams', 'List<Stripe.BalanceTransaction>'],
  'GET /v1/account': ['Stripe.AccountRetrieveParams', 'Stripe.Account'],
  'GET /v1/webhook_endpoints': ['Stripe.WebhookEndpointListParams', 'List<Stripe.WebhookEndpoint>'],
  'GET /v1/webhook_endpoints/:id': ['Stripe.WebhookEndpointRetrieveParams', 'Stripe.WebhookEndpoint'],
  'POST /v1/webhook_endpoints': ['Stripe.WebhookEndpointCreateParams', 'Stripe.WebhookEndpoint'],
  'POST /v1/webhook_endpoints/:id': ['Stripe.WebhookEndpointUpdateParams', 'Stripe.WebhookEndpoint'],
  'DELETE /v1/webhook_endpoints/:id': ['Stripe.WebhookEndpointDeleteParams', 'Stripe.DeletedWebhookEndpoint'],
};

export const PUBLISHED_OPERATIONS = Object.keys(OPERATIONS);

/** Name of an operation in the published document, such as `POST /v1/payment_intents/:id/capture`. */
export const operationOf = ({ method, path }: Pick<SeenCall, 'method' | 'path'>): string =>
  `${method} ${path.replace(/\/(cs_test|pi|po|we)_\w+/, '/:id')}`;

/** The parameters that the SDK encoded as a form, with lists, numbers and booleans restored. */
const decoded = (value: FormValue): unknown => {
  if (typeof value === 'string') return /^-?\d+$|^true$|^false$/.test(value) ? (JSON.parse(value) as unknown) : value;
  const names = Object.keys(value);
  if (names.length > 0 && names.every((name, at) => name === String(at))) return Object.values(value).map(decoded);
  return Object.fromEntries(names.map((name) => [name, decoded(value[name]!)]));
};

const statements = (call: SeenCall, at: number): string => {
  const [parameters, answer] = OPERATIONS[operationOf(call)] ?? ['never', 'never'];
  const type = call.status === 200 ? answer : '{ error: Stripe.StripeRawError }';
  return `export const asked${at}: ${parameters} = ${JSON.stringify(decoded(call.form))};
export const answered${at}: ${type} = ${JSON.stringify(call.answer)};\n`;
};

/**
 * Checks recorded calls, their responses and events against the types of the SDK, which are generated from Stripe's
 * published OpenAPI document. Returns the compiler errors for unknown or missing members and for values of another
 * type.
 */
export const unpublishedAtStripe = async (calls: readonly SeenCall[], events: readonly object[]): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'stripe-'));
  try {
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
    await writeFile(
      join(folder, 'recorded.ts'),
      `import type Stripe from 'stripe';
interface List<T> { object: 'list'; data: T[]; has_more: boolean; url: string }
${calls.map(statements).join('')}
${events.map((event, at) => `export const event${at}: Stripe.Event = ${JSON.stringify(event)};`).join('\n')}\n`,
    );
    const options = '--noEmit --strict --module nodenext --target es2024 --skipLibCheck --types node'.split(' ');
    const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
    return await new Promise((resolve) => {
      execFile(process.execPath, [compiler, ...options, 'recorded.ts'], { cwd: folder }, (_, stdout, stderr) =>
        resolve(stdout + stderr),
      );
    });
  } finally {
    await rm(folder, { recursive: true });
  }
};
