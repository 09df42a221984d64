import { GATEWAY_EVENTS } from '../../../functions/adapters/payments/test-gateway-protocol.ts';
import { sendMessages } from '../../../functions/adapters/queue/send.ts';
import { parseTimestamp } from '../../../functions/platform/timestamps.ts';
import { functionNamed } from '../../definition.ts';
import { ClockRefusal } from '../clock.ts';
import type { GatewayRequest } from '../gateway/gateway-event.ts';
import { jsonReply, type HttpReply } from '../gateway/gateway-result.ts';
import type { ControlledStack } from '../running-stack.ts';
import { clearCrashes, planCrash } from './crashes.ts';
import { clearFaults, FAULT_TARGETS, faultModesOf, planFault } from './faults.ts';
import { callGateway, sessionOfOrder } from './gateway-events.ts';
import { waitUntilIdle } from './idle.ts';
import { decodeUriText } from '../../../functions/platform/uri-text.ts';
import { isObject } from '../../../functions/platform/is-object.ts';

export const CONTROL_PATH = '/_local';

type Input = Record<string, unknown>;
type Action = (stack: ControlledStack, request: { input: Input; query: URLSearchParams; name: string }) => unknown;

/** An invalid control call. */
class Refusal extends Error {
  readonly reply: HttpReply;
  constructor(status: number, code: string, message: string, more: object = {}) {
    super(message);
    this.reply = jsonReply(status, { error: { code, message, ...more } });
  }
}

const invalidInput = (message: string): Refusal => new Refusal(422, 'validation_failed', message);
const unknownName = (message: string, names: readonly string[]): Refusal =>
  new Refusal(404, 'not_found', `${message} Names: ${names.join(', ')}.`, { names });

const assertOnly = (input: Input, names: readonly string[]): void => {
  const unknown = Object.keys(input).filter((name) => !names.includes(name));
  if (unknown.length > 0) throw invalidInput(`Unknown: ${unknown.join(', ')}. Known: ${names.join(', ')}.`);
};

const parseChoice = <T extends string>(input: Input, name: string, allowed: readonly T[]): T => {
  const choice = allowed.find((value) => value === input[name]);
  if (choice === undefined) throw invalidInput(`${name} must be one of ${allowed.join(', ')}.`);
  return choice;
};

const countOf = (input: Input): number => {
  const count = input['count'] ?? 1;
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 1 || count > 1_000_000) {
    throw invalidInput('count must be a whole number from 1 to 1000000.');
  }
  return count;
};

const moveClock: Action = async (stack, { input }) => {
  assertOnly(input, ['advance_seconds', 'now']);
  const { advance_seconds: seconds, now } = input;
  if ((seconds === undefined) === (now === undefined)) throw invalidInput('Send either advance_seconds or now.');
  try {
    if (now === undefined) stack.clock.advance(secondsOf(seconds) * 1000);
    else stack.clock.moveTo(momentOf(now));
  } catch (error) {
    if (error instanceof ClockRefusal) throw invalidInput(error.message);
    throw error;
  }
  await stack.runWhatIsDue();
  return { now: stack.clock.now() };
};

const HUNDRED_YEARS_SECONDS = 100 * 366 * 24 * 3600;

const secondsOf = (value: unknown): number => {
  if (typeof value === 'number' && Number.isFinite(value) && value <= HUNDRED_YEARS_SECONDS) return value;
  throw invalidInput('advance_seconds must be a number of seconds, at most a hundred years.');
};

const momentOf = (value: unknown): number => {
  const moment = typeof value === 'string' ? parseTimestamp(value) : undefined;
  if (moment === undefined) throw invalidInput('now must be an RFC 3339 timestamp with offset.');
  return moment;
};

const runSchedule: Action = async (stack, { name }) => {
  if (!stack.schedules.names.includes(name)) {
    throw unknownName(`There is no schedule ${name}.`, stack.schedules.names);
  }
  try {
    await stack.schedules.run(name);
  } catch (error) {
    throw new Refusal(502, 'schedule_failed', String(error));
  }
  return { schedule: name, ran_at: stack.clock.now() };
};

const waitForIdle: Action = async (stack) => {
  const pendingWork = await waitUntilIdle(stack);
  if (pendingWork.length === 0) return { idle: true };
  const error = { code: 'not_idle', message: `Still in flight: ${pendingWork.join(', ')}.` };
  return jsonReply(504, { idle: false, in_flight: pendingWork, error });
};

/** Runs one function with the event in the body, through this stack, so that it uses the stack's clock and faults. */
const invokeFunction: Action = async ({ functions }, { input, name }) => {
  const definition = functionNamed(name);
  if (!definition) throw unknownName(`There is no function ${name}.`, functions.names);
  try {
    return { result: (await functions.invoke(definition, input)) ?? null };
  } catch (error) {
    throw new Refusal(502, 'invocation_failed', String(error));
  }
};

const planFaults: Action = (_, { input }) => {
  assertOnly(input, ['target', 'mode', 'count']);
  const target = parseChoice(input, 'target', FAULT_TARGETS);
  const mode = parseChoice(input, 'mode', faultModesOf(target));
  const count = countOf(input);
  planFault(target, mode, count);
  return { target, mode, count };
};

const causeGatewayEvent: Action = async (stack, { input }) => {
  assertOnly(input, ['order_id', 'event', 'amount']);
  const { order_id: orderId, amount } = input;
  if (typeof orderId !== 'string') throw invalidInput('order_id must be the id of an order.');
  const event = parseChoice(input, 'event', GATEWAY_EVENTS);
  if (amount !== undefined && (typeof amount !== 'number' || !Number.isInteger(amount) || amount < 1)) {
    throw invalidInput('amount must be a whole number of the smallest currency unit, at least 1.');
  }
  if (amount !== undefined && event !== 'refund' && event !== 'dispute_opened') {
    throw invalidInput('Only refund and dispute_opened accept an amount.');
  }
  const sessionId = await sessionOfOrder(stack, orderId);
  if (sessionId === undefined)
    throw new Refusal(404, 'not_found', 'There is no order with this id, or it never had a payment session.');
  return callGateway(sessionId, { event, ...(amount === undefined ? {} : { amount }) });
};

/** Bounces the newest email to an email address permanently, as the mail service reports it. */
const bounceNewest: Action = async ({ mailbox }, { input }) => {
  assertOnly(input, ['to']);
  const { to } = input;
  if (typeof to !== 'string') throw invalidInput('to must be the recipient of an email that was sent.');
  const { company, mail } = mailbox.tagsOfNewest(to) ?? {};
  if (company === undefined || mail === undefined)
    throw new Refusal(404, 'not_found', 'No email was sent to this address.');
  await sendMessages('mail', [{ body: { kind: 'bounce', company, mailId: mail }, group: company }]);
  return { to, mail };
};

const planCrashes: Action = (stack, { input }) => {
  assertOnly(input, ['function', 'at', 'count']);
  const { function: name } = input;
  if (typeof name !== 'string') throw invalidInput('function must be the name of a function.');
  const { names } = stack.functions;
  if (!names.includes(name)) throw unknownName(`There is no function ${name}.`, names);
  const at = parseChoice(input, 'at', ['before-commit', 'after-commit']);
  const count = countOf(input);
  planCrash(name, at, count);
  return { function: name, at, count };
};

/**
 * Environment variables for commands on this machine. They access objects at the emulator directly: the checks in front
 * of it are for holders of signed URLs.
 */
const environment: Action = () => ({
  ...functionEnvironment(),
  AWS_ENDPOINT_URL_S3: process.env['AWS_ENDPOINT_URL_SQS'],
});

const functionEnvironment = (): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) =>
      /^(AWS_(REGION|ACCESS_KEY_ID|SECRET_ACCESS_KEY|EC2_METADATA_DISABLED|ENDPOINT_URL_.+)|TABLE_NAME|BASE_URL|KEYS_SECRET|(PAYMENT|COURIER|WALLET)_SECRET_ARN|(STRIPE|MOLLIE)_API_BASE|APPLE_PUSH_URL|GOOGLE_WALLET_URL|ENVIRONMENT|WEBHOOK_ALLOW_LOOPBACK|QUEUE_URL_.+|BUCKET_.+|FUNCTION_.+)$/.test(
        name,
      ),
    ),
  );

const clearAction =
  (clear: () => void): Action =>
  () => {
    clear();
    return {};
  };

const actions: Record<string, Record<string, Action>> = {
  '/clock': { GET: ({ clock }) => ({ now: clock.now() }), POST: moveClock },
  '/idle': { POST: waitForIdle },
  '/schedules/{name}': { POST: runSchedule },
  '/functions/{name}': { POST: invokeFunction },
  // A plus sign in the address need not be encoded.
  '/mail': { GET: ({ mailbox }, { query }) => mailbox.list(query.get('to')?.replaceAll(' ', '+') || undefined) },
  '/bounce': { POST: bounceNewest },
  '/faults': { POST: planFaults, DELETE: clearAction(clearFaults) },
  '/gateway': { POST: causeGatewayEvent },
  '/crash': { POST: planCrashes, DELETE: clearAction(clearCrashes) },
  '/environment': { GET: environment },
  '/secrets': { GET: ({ secrets }) => secrets.all() },
  '/usage': {
    GET: ({ usage }) => usage.read(),
    DELETE: ({ usage }) => {
      usage.reset();
      return usage.read();
    },
  },
};

/** Serves `/_local/…` (lib/reference/local.md#control). */
export const serveControl = async (stack: ControlledStack, request: GatewayRequest): Promise<HttpReply> => {
  const url = new URL(request.target, 'http://local');
  const path = url.pathname.slice(CONTROL_PATH.length);
  const [, folder, resourceName] = /^\/(schedules|functions)\/([^/]+)$/.exec(path) ?? [];
  const methods = actions[resourceName === undefined ? path : `/${folder}/{name}`];
  if (!methods) {
    const known = Object.entries(actions).flatMap(([at, by]) =>
      Object.keys(by).map((method) => `${method} ${CONTROL_PATH}${at}`),
    );
    return jsonReply(404, {
      error: { code: 'not_found', message: `This control call does not exist. The calls are ${known.join(', ')}.` },
    });
  }
  const action = methods[request.method];
  if (!action) {
    const allow = Object.keys(methods).join(', ');
    const message = `${url.pathname} takes ${allow}.`;
    return jsonReply(405, { error: { code: 'method_not_allowed', message } }, { allow });
  }
  try {
    const name = decodeUriText(resourceName ?? '');
    const result = await action(stack, { input: inputOf(request), query: url.searchParams, name });
    return isReply(result) ? result : jsonReply(200, result);
  } catch (error) {
    if (error instanceof Refusal) return error.reply;
    throw error;
  }
};

const isReply = (result: unknown): result is HttpReply =>
  typeof result === 'object' && result !== null && 'status' in result && 'headers' in result;

const inputOf = (request: GatewayRequest): Input => {
  const text = request.body.toString('utf8').trim();
  if (text === '' || request.method === 'GET' || request.method === 'DELETE') return {};
  try {
    const input = JSON.parse(text) as unknown;
    if (isObject(input)) return input;
  } catch {
    // Text that is not JSON gets the same error as JSON of another type.
  }
  throw invalidInput('The body must be a JSON object.');
};
