import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { StripeBooks } from './stripe-books.ts';
import { parseStripeForm, type FormValue } from './stripe-form.ts';
import { StripeRefusal } from './stripe-refusal.ts';

/** Failure of the next call: an outage, no response, a response lost after the effect, or a given refusal. */
export type StripeFault = 'unavailable' | 'hang' | 'after-commit' | FaultResponse;

interface FaultResponse {
  status: number;
  code?: string;
  headers?: Record<string, string>;
}

export const STRIPE_TEST_KEY = 'sk_test_51Local';
export const STRIPE_WEBHOOK_SECRET = 'whsec_local';

/** A call as the server received it, with its response if there was one. */
export interface SeenCall {
  method: string;
  path: string;
  form: Record<string, FormValue>;
  idempotencyKey: string | undefined;
  status?: number;
  answer?: object;
}

/**
 * A local Stripe, which implements the calls that the adapter makes (test/support/stripe-books.ts). Idempotency keys
 * behave as documented: a repeated call gets the first response, and other parameters or another endpoint an error.
 */
export class StripeServer {
  readonly books = new StripeBooks();
  readonly calls: SeenCall[] = [];
  readonly faults: (StripeFault | undefined)[] = [];
  /** Whether captures are executed; otherwise they get the response of an outage. */
  capturesAnswered = true;
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  readonly #answers = new Map<string, { fingerprint: string; status: number; body: object }>();

  static async start(): Promise<StripeServer> {
    const stripe = new StripeServer();
    await new Promise<void>((resolve) => stripe.#server.listen(0, '127.0.0.1', resolve));
    return stripe;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Forgets idempotency keys, whose responses Stripe stores for about a day. */
  forgetKeys(): void {
    this.#answers.clear();
  }

  /** Body and signature header of a notification that Stripe sends at a given time. */
  notification(
    event: Stripe.Event,
    timestampSeconds: number,
    secret = STRIPE_WEBHOOK_SECRET,
  ): { body: string; signature: string } {
    const body = JSON.stringify(event);
    const signature = new Stripe(STRIPE_TEST_KEY).webhooks.generateTestHeaderString({
      payload: body,
      secret,
      timestamp: timestampSeconds,
    });
    return { body, signature };
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.url);
    const body = await text(request);
    const form = parseStripeForm(request.method === 'GET' ? url.search.slice(1) : body);
    const key = request.headers['idempotency-key'];
    const call: SeenCall = { method: request.method ?? '', path: url.pathname, form, idempotencyKey: key?.toString() };
    this.calls.push(call);
    const isUnanswered = !this.capturesAnswered && url.pathname.endsWith('/capture');
    const fault = isUnanswered ? 'unavailable' : this.faults.shift();
    if (fault === 'hang') return;
    if (typeof fault === 'object') {
      return send(response, fault.status, failure('invalid_request_error', 'Later.', fault.code), fault.headers);
    }
    if (fault === 'unavailable') return send(response, 503, failure('api_error', 'An outage.'));
    if (request.headers.authorization !== `Bearer ${STRIPE_TEST_KEY}`) {
      return send(response, 401, failure('invalid_request_error', 'Invalid API Key provided.'));
    }
    const { status, body: answer } = this.answer(call);
    Object.assign(call, { status, answer: structuredClone(answer) });
    if (fault === 'after-commit') return void response.destroy();
    send(response, status, answer);
  }

  /** The response to a call that reached the server. */
  answer(call: SeenCall): { status: number; body: object } {
    const key = call.idempotencyKey;
    const fingerprint = `${call.path}\n${JSON.stringify(call.form)}`;
    const earlier = key === undefined ? undefined : this.#answers.get(key);
    if (earlier && earlier.fingerprint !== fingerprint) {
      const message =
        'Keys for idempotent requests can only be used with the same parameters they were first used with.';
      return { status: 400, body: failure('idempotency_error', message) };
    }
    if (earlier) return earlier;
    const answer = this.#act(call);
    if (key !== undefined && call.method === 'POST') this.#answers.set(key, { fingerprint, ...answer });
    return answer;
  }

  #act(call: SeenCall): { status: number; body: object } {
    try {
      return { status: 200, body: this.books.act(call.method, call.path.split('/').slice(2), call.form) };
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error;
      return { status: error.status, body: failure('invalid_request_error', error.message, error.code) };
    }
  }
}

const failure = (type: string, message: string, code?: string): object => ({ error: { type, message, code } });

const send = (response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): void => {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Request-Id': 'req_local', ...headers });
  response.end(JSON.stringify(body));
};

const text = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};
