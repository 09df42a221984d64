import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decimalText } from '../../functions/platform/decimals.ts';
import {
  MollieBooks,
  MollieDecline,
  type Amount,
  type Capture,
  type Chargeback,
  type Payment,
  type Refund,
} from './mollie-books.ts';

/** How the next call fails: Mollie is unavailable, or the response is lost after the call has taken effect. */
type MollieFault = 'unavailable' | 'after-commit';

export const MOLLIE_TEST_KEY = 'test_LocalMollieKey0123456789';

/** A call with its response. */
export interface MollieExchange {
  method: string;
  /** Path below `/v2`, without the query. */
  path: string;
  body: Record<string, unknown> | undefined;
  status: number;
  answer: unknown;
}

interface Answer {
  status: number;
  body?: object;
}

/** A local Mollie, which implements the calls that the adapter makes, according to the published API. */
export class MollieServer {
  readonly books = new MollieBooks();
  readonly exchanges: MollieExchange[] = [];
  readonly faults: (MollieFault | undefined)[] = [];
  readonly #answers = new Map<string, Answer>();
  readonly #server = createServer((request, response) => void this.#serve(request, response));

  static async start(): Promise<MollieServer> {
    const mollie = new MollieServer();
    await new Promise<void>((resolve) => mollie.#server.listen(0, '127.0.0.1', resolve));
    return mollie;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Forgets idempotency keys, whose responses Mollie stores for an hour. */
  forgetKeys(): void {
    this.#answers.clear();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.url);
    const text = await textOf(request);
    const method = request.method ?? '';
    const path = url.pathname.replace(/^\/v2/, '');
    const body = text === '' ? undefined : (JSON.parse(text) as Record<string, unknown>);
    const fault = this.faults.shift();
    if (fault === 'unavailable') return send(response, declined(503, 'Service Unavailable'));
    if (request.headers.authorization !== `Bearer ${MOLLIE_TEST_KEY}`) {
      return send(response, declined(401, 'Missing authentication, or failed to authenticate'));
    }
    const answer = this.#once(request.headers['idempotency-key']?.toString(), () => this.#act(method, path, url, body));
    this.exchanges.push({ method, path, body, status: answer.status, answer: answer.body });
    if (fault === 'after-commit') return void response.destroy();
    send(response, answer);
  }

  #once(key: string | undefined, act: () => Answer): Answer {
    const earlier = key === undefined ? undefined : this.#answers.get(key);
    const answer = earlier ?? structuredClone(act());
    if (key !== undefined) this.#answers.set(key, answer);
    return answer;
  }

  #act(method: string, path: string, url: URL, body: Record<string, unknown> = {}): Answer {
    try {
      return this.#answer(method, path, url, body);
    } catch (error) {
      if (!(error instanceof MollieDecline)) throw error;
      return declined(error.status, error.message, error.field);
    }
  }

  #answer(method: string, path: string, url: URL, body: Record<string, unknown>): Answer {
    const [noun = '', id = '', verb = ''] = path.split('/').slice(1);
    const { books } = this;
    switch ([method, noun, id === '' ? '' : ':id', verb].filter((part) => part !== '').join(' ')) {
      case 'POST payments':
        return { status: 201, body: this.#payment(books.create(body)) };
      case 'GET payments':
        return list(
          'payments',
          [...books.payments.values()].toReversed().map((each) => this.#payment(each)),
        );
      case 'GET payments :id':
        return { status: 200, body: this.#payment(books.find(id), url.searchParams.get('embed') ?? '') };
      case 'DELETE payments :id':
        return { status: 200, body: this.#payment(books.cancel(id)) };
      case 'POST payments :id captures':
        return { status: 201, body: captureBody(books.capture(id, body['amount'] as Amount)) };
      case 'POST payments :id release-authorization':
        books.release(id);
        return { status: 202, body: {} };
      case 'POST payments :id refunds':
        return { status: 201, body: refundBody(books.refund(id, body as Parameters<MollieBooks['refund']>[1])) };
      case 'GET refunds':
        return list('refunds', books.refunds.toReversed().map(refundBody).map(undocumented));
      case 'GET chargebacks':
        return list('chargebacks', books.chargebacks.toReversed().map(chargebackBody).map(undocumented));
      case 'GET methods':
        return list('methods', books.methods.map(methodBody), {});
      default:
        return declined(404, `Nothing exists at ${method} ${path}`);
    }
  }

  #payment(payment: Payment, embed = ''): object {
    const { id, amount, status, method, captured, times } = payment;
    const { currency } = amount;
    const money = (minor: number): Amount => ({ currency, value: decimalText(minor, currency) });
    const of = <T extends { paymentId: string }>(all: readonly T[]): T[] => all.filter((each) => each.paymentId === id);
    const refunded = this.books.refundedOf(id);
    const embedded = {
      ...(embed.includes('captures') ? { captures: of(this.books.captures).map(captureBody) } : {}),
      ...(embed.includes('refunds') ? { refunds: of(this.books.refunds).map(refundBody) } : {}),
      ...(embed.includes('chargebacks') ? { chargebacks: of(this.books.chargebacks).map(chargebackBody) } : {}),
    };
    return {
      resource: 'payment',
      id,
      mode: 'test',
      createdAt: payment.createdAt,
      amount,
      description: payment.description,
      method,
      metadata: payment.metadata,
      status,
      profileId: 'pfl_Local12345',
      sequenceType: 'oneoff',
      redirectUrl: payment.redirectUrl,
      cancelUrl: payment.cancelUrl,
      webhookUrl: payment.webhookUrl,
      captureMode: payment.captureMode,
      ...(status === 'open' ? { isCancelable: this.books.isCancelable } : {}),
      ...times,
      ...(captured > 0
        ? {
            amountCaptured: money(captured),
            amountRefunded: money(refunded),
            amountRemaining: money(captured - refunded),
          }
        : {}),
      ...detailsOf(payment),
      _links: {
        self: link(`/payments/${id}`),
        ...(status === 'open' ? { checkout: page(`https://www.mollie.com/checkout/select-method/${id}`) } : {}),
        dashboard: page(`https://my.mollie.com/dashboard/payments/${id}`),
      },
      ...(embed === '' ? {} : { _embedded: embedded }),
    };
  }
}

const detailsOf = ({ method, status }: Payment): object => {
  if (method !== 'creditcard' || status === 'open') return {};
  const card = { cardNumber: '6787', cardHolder: 'A Holm', cardLabel: 'Mastercard', cardFunding: 'debit' };
  const failure = { failureReason: 'insufficient_funds', failureMessage: 'The card has too little money.' };
  return { details: status === 'failed' ? { ...card, ...failure } : card };
};

const link = (path: string) => ({ href: `https://api.mollie.com/v2${path}`, type: 'application/hal+json' });
const page = (href: string) => ({ href, type: 'text/html' });

interface LinkedBody extends Record<string, unknown> {
  _links: Record<string, object>;
}

const captureBody = ({ id, paymentId, amount, status, createdAt }: Capture): object => ({
  resource: 'capture',
  id,
  mode: 'test',
  amount,
  status,
  metadata: null,
  paymentId,
  createdAt,
  _links: {
    self: link(`/payments/${paymentId}/captures/${id}`),
    payment: link(`/payments/${paymentId}`),
    documentation: page('https://docs.mollie.com/reference/get-capture'),
  },
});

const refundBody = ({ id, paymentId, amount, description, metadata, status, createdAt }: Refund): LinkedBody => ({
  resource: 'refund',
  id,
  mode: 'test',
  description,
  amount,
  metadata,
  paymentId,
  status,
  createdAt,
  _links: {
    self: link(`/payments/${paymentId}/refunds/${id}`),
    payment: link(`/payments/${paymentId}`),
    documentation: page('https://docs.mollie.com/reference/get-refund'),
  },
});

const chargebackBody = ({ id, paymentId, amount, createdAt, reversedAt }: Chargeback): LinkedBody => ({
  resource: 'chargeback',
  id,
  amount,
  paymentId,
  createdAt,
  reversedAt,
  _links: {
    self: link(`/payments/${paymentId}/chargebacks/${id}`),
    payment: link(`/payments/${paymentId}`),
    documentation: page('https://docs.mollie.com/reference/get-chargeback'),
  },
});

const methodBody = (id: string): object => ({
  resource: 'method',
  id,
  description: id,
  minimumAmount: { currency: 'DKK', value: '0.01' },
  maximumAmount: null,
  image: { size1x: `${ICONS}/${id}.png`, size2x: `${ICONS}/${id}%402x.png`, svg: `${ICONS}/${id}.svg` },
  status: 'activated',
  _links: { self: link(`/methods/${id}`) },
});

const ICONS = 'https://www.mollie.com/external/icons/payment-methods';

/** Rows of lists have no link to the documentation. */
const undocumented = (row: LinkedBody): object => ({
  ...row,
  _links: Object.fromEntries(Object.entries(row._links).filter(([name]) => name !== 'documentation')),
});

const list = (name: string, all: object[], pages: object = { previous: null, next: null }): Answer => ({
  status: 200,
  body: {
    count: all.length,
    _embedded: { [name]: all },
    _links: { self: link(`/${name}`), ...pages, documentation: page('https://docs.mollie.com') },
  },
});

const declined = (status: number, detail: string, field?: string): Answer => ({
  status,
  body: {
    status,
    title: status === 404 ? 'Not Found' : 'Unprocessable Entity',
    detail,
    ...(field === undefined ? {} : { field }),
    _links: { documentation: page('https://docs.mollie.com/reference/handling-errors') },
  },
});

const send = (response: ServerResponse, { status, body }: Answer): void => {
  response.writeHead(status, { 'Content-Type': 'application/hal+json' });
  response.end(body ? JSON.stringify(body) : '');
};

const textOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};
