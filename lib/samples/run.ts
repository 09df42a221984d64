import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseKeyring } from '../../functions/platform/keyring.ts';
import { routes } from '../definition.ts';
import { collectValues, type SampleResponse, type SampleStack } from './placeholder-values.ts';
import { sampleFile } from './order.ts';
import { signSample, UNSUBSCRIBE_TOKEN, unsubscribeToken } from './sign.ts';
import { DAY_MS } from '../../functions/platform/durations.ts';

interface SampleOutcome {
  name: string;
  ok: boolean;
  /** Status of a response; for a function without a route, `done` or the number of failed messages. */
  result: string;
  body: string | undefined;
  /** The event as sent, with its placeholders replaced. */
  sent: object;
}

/**
 * Samples that are expected to be refused, with their statuses: their route, item, certificate or failed fulfillment
 * does not exist, only system administrators may open their page, or the step before them is missing.
 */
const EXPECTED_REFUSALS: Record<string, number> = {
  'unknown-route': 404,
  // The local stack has no Mollie key.
  'receive-mollie-notice': 404,
  'show-code-calendar': 404,
  'show-code-apple': 404,
  'show-code-google': 404,
  'wallet-register-device': 404,
  'wallet-unregister-device': 404,
  'wallet-updated-passes': 404,
  'wallet-current-pass': 404,
  'desk-fulfill': 409,
  'desk-companies': 403,
  'desk-payouts': 403,
  'desk-payout': 403,
  'desk-create-company': 403,
  'desk-company': 403,
  'desk-change-company': 403,
  'desk-switch-company': 403,
  'desk-sign-in-code': 401,
};

/** Runs one function with an event. */
type Invoke = (name: string, event: object) => Promise<SampleResponse | null>;

const WEEK_MS = 7 * DAY_MS;

/**
 * The samples of all functions, run in sequence on one stack: later ones may refer to resources that earlier ones
 * created.
 */
export class SampleRun {
  readonly #url: string;
  readonly #receiver: Server;
  readonly #function: Invoke;
  /** Placeholders in the samples, with their values on this stack. */
  readonly #values = new Map<string, string>();
  #sent: object = {};

  private constructor(url: string, receiver: Server, invoke: Invoke | undefined) {
    this.#url = url;
    this.#receiver = receiver;
    this.#function = invoke ?? ((name, event) => this.#invokeOnStack(name, event));
  }

  /**
   * Creates resources that samples refer to but do not create: further orders, a draft, and a receiver of webhooks.
   * `invoke` runs the functions outside the stack at the URL.
   */
  static async begin(url: string, invoke?: Invoke): Promise<SampleRun> {
    const receiver = createServer((_, response) => response.end());
    await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
    const run = new SampleRun(url, receiver, invoke);
    run.#values.set('127.0.0.1:9/', `127.0.0.1:${(receiver.address() as AddressInfo).port}/`);
    await run.#invoke('create-order', (event) => event.replace('"sample-order"', '"sample-settled-order"'));
    const cardOrder = await run.#invoke('create-order', (event) =>
      event
        .replace('"sample-order"', '"sample-card-order"')
        .replace(
          String.raw`\"product_id\":\"gift_card_value\",\"amount\":50000`,
          String.raw`\"product_id\":\"gcv_12\",\"product_option_id\":\"gcvo_31\"`,
        ),
    );
    run.#values.set(`po_${'3'.repeat(32)}`, (JSON.parse(cardOrder?.body ?? '{}') as { id: string }).id);
    const { nowMs, rootKey } = await run.#signers();
    const inAWeek = JSON.stringify(`"delivery":{"send_at":"${new Date(nowMs + WEEK_MS).toISOString()}"},"sender":`);
    await run.#invoke('create-order', (event) =>
      event
        .replace('"sample-order"', '"sample-scheduled-order"')
        .replace(String.raw`\"sender\":`, inAWeek.slice(1, -1)),
    );
    run.#values.set(UNSUBSCRIBE_TOKEN, unsubscribeToken(rootKey));
    const key = 'sample-create-order-page-draft"';
    const draft = await run.#invoke('create-order-page-draft', (event) => event.replace(`"${key}`, `"second-${key}`));
    run.#values.set(`opd_${'1'.repeat(32)}`, (JSON.parse(draft?.body ?? '{}') as { id: string }).id);
    return run;
  }

  /** Runs the sample of one function. */
  async run(name: string): Promise<SampleOutcome> {
    const response = await this.#invoke(name);
    const result = { ...outcomeOf(name, response), sent: this.#sent };
    if (result.ok) {
      for (const [sample, real] of Object.entries(await collectValues(name, response ?? {}, this.#stack))) {
        this.#values.set(sample, real);
      }
    }
    return result;
  }

  end(): void {
    this.#receiver.closeAllConnections();
    this.#receiver.close();
  }

  readonly #stack: SampleStack = {
    idle: async () => void (await this.#control('POST', '/idle')),
    mailTexts: async () =>
      (await this.#control<{ text: string | null }[]>('GET', '/mail')).map(({ text }) => text ?? ''),
    invoke: (name, change) => this.#invoke(name, change),
  };

  async #invoke(name: string, change: (event: string) => string = (event) => event): Promise<SampleResponse | null> {
    let event = change(await readFile(sampleFile(name), 'utf8'));
    for (const [sample, real] of this.#values) event = event.replaceAll(sample, real);
    const sent = signSample(JSON.parse(event) as object, await this.#signers());
    const result = await this.#function(name, sent);
    this.#sent = sent;
    return result;
  }

  async #invokeOnStack(name: string, event: object): Promise<SampleResponse | null> {
    const path = `/functions/${encodeURIComponent(name)}`;
    return (await this.#control<{ result: SampleResponse | null }>('POST', path, event)).result;
  }

  async #signers() {
    const [{ keys, payments }, { now }] = await Promise.all([
      this.#control<{ keys: string; payments: string }>('GET', '/secrets'),
      this.#control<{ now: string }>('GET', '/clock'),
    ]);
    return {
      rootKey: parseKeyring(keys).root,
      stripeSecret: (JSON.parse(payments) as { webhook_secret: string }).webhook_secret,
      nowMs: Date.parse(now),
    };
  }

  async #control<T = unknown>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`${this.#url}/_local${path}`, {
      method,
      ...(body ? { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) } : {}),
    }).catch((error: unknown) => {
      throw new Error(`No local stack responds at ${this.#url}: start one with npm start`, { cause: error });
    });
    const result = (await response.json()) as T & { error?: { message: string } };
    if (!response.ok) throw new Error(`${path}: ${result.error?.message ?? response.status}`);
    return result;
  }
}

const outcomeOf = (name: string, response: SampleResponse | null): Omit<SampleOutcome, 'sent'> => {
  const result = { name, body: response?.body };
  if (!routes.some((route) => route.name === name)) {
    const failed = (response?.batchItemFailures ?? []).length;
    return { ...result, ok: failed === 0, result: failed === 0 ? 'done' : `${failed} messages failed` };
  }
  const status = response?.statusCode ?? 0;
  const isRefusal = (response?.body ?? '').startsWith('{"status":"Error"');
  const expectedStatus = EXPECTED_REFUSALS[name];
  const ok = expectedStatus === undefined ? status >= 200 && status < 400 && !isRefusal : status === expectedStatus;
  return { ...result, ok, result: isRefusal ? `${status}, refused` : String(status) };
};
