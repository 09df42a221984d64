import { PAYMENT_METHODS } from '../../../functions/platform/payment-methods.ts';
import type { RequestOptions } from '../../simulation/system.ts';
import { parseStripeForm } from '../../support/stripe-form.ts';
import { STRIPE_TEST_KEY, STRIPE_WEBHOOK_SECRET, StripeServer } from '../../support/stripe-server.ts';

const BASE = 'http://127.0.0.1:9';
const ENVIRONMENT = {
  PAYMENT_GATEWAY: 'stripe',
  STRIPE_SECRET_KEY: STRIPE_TEST_KEY,
  STRIPE_WEBHOOK_SECRET,
  STRIPE_API_BASE: BASE,
};

/** Stripe in this process, called without a connection. New payment pages use Stripe until it is disconnected. */
export class LocalStripe {
  readonly #server = new StripeServer();
  readonly #fetch = globalThis.fetch;

  constructor(nowMs: () => number, onCall: () => void = () => undefined) {
    const { books } = this.#server;
    books.nowMs = nowMs;
    books.desk.paymentMethods = [...PAYMENT_METHODS];
    Object.assign(process.env, ENVIRONMENT);
    globalThis.fetch = (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input);
      if (url.origin !== BASE) return this.#fetch(input, init);
      onCall();
      return Promise.resolve(this.#respond(url, init));
    };
  }

  disconnect(): void {
    globalThis.fetch = this.#fetch;
    for (const name of Object.keys(ENVIRONMENT)) delete process.env[name];
  }

  /** Pays by card on the page at an address. Yields each event that Stripe then reports, as a request. */
  *pay(page: URL, nowMs: number): Generator<RequestOptions> {
    const { books } = this.#server;
    books.pay(page.pathname.split('/').at(-1) ?? '', 'authorized', 'card');
    for (let event = books.events.shift(); event; event = books.events.shift()) {
      const { body, signature } = this.#server.notification(event, Math.floor(nowMs / 1000));
      yield { body, headers: { 'content-type': 'application/json', 'stripe-signature': signature } };
    }
  }

  #respond(url: URL, { method = 'GET', body }: RequestInit = {}): Response {
    const form = parseStripeForm(method === 'GET' ? url.search.slice(1) : String(body ?? ''));
    const call = { method, path: url.pathname, form, idempotencyKey: undefined };
    const { status, body: answer } = this.#server.answer(call);
    return Response.json(answer, { status });
  }
}
