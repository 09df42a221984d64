import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A delivery as a receiver sees it. The receiver implements the rules for receivers
 * (lib/reference/webhooks.md#what-a-receiver-checks) without code from the service, so that it detects signing faults.
 */
export interface ReceivedDelivery {
  /** Milliseconds of the system clock. */
  arrivedAtMs: number;
  headers: IncomingHttpHeaders;
  raw: Buffer;
  event: {
    id: string;
    type: string;
    api_version: string;
    occurred_at: string;
    sequence?: number;
    data: Record<string, Record<string, unknown>>;
  };
  path: string;
}

type Behavior = (received: ReceivedDelivery, answer: ServerResponse) => void;

const BODY_LIMIT = 1024 * 1024;

/** Whether any of the signatures matches the secret, compared in constant time. */
export const isSignedWith = (secret: string, received: Pick<ReceivedDelivery, 'headers' | 'raw'>): boolean => {
  const { headers, raw } = received;
  const signed = Buffer.concat([
    Buffer.from(`${headers['service-webhook-timestamp'] as string}.${headers['service-webhook-id'] as string}.`),
    raw,
  ]);
  const expected = Buffer.from(`v1=${createHmac('sha256', secret).update(signed).digest('hex')}`);
  return signaturesOf(received).some((signature) => {
    const given = Buffer.from(signature);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
};

export const signaturesOf = ({ headers }: Pick<ReceivedDelivery, 'headers'>): string[] =>
  String(headers['service-webhook-signature']).split(',');

export class Receiver {
  readonly received: ReceivedDelivery[] = [];
  readonly #server = createServer((request, answer) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > BODY_LIMIT) request.destroy();
      else chunks.push(chunk);
    });
    request.on('end', () => {
      const raw = Buffer.concat(chunks);
      const event = JSON.parse(raw.toString('utf8')) as ReceivedDelivery['event'];
      const { headers, url = '/' } = request;
      const received: ReceivedDelivery = { arrivedAtMs: Date.now(), headers, raw, event, path: url };
      this.received.push(received);
      this.behavior(received, answer);
    });
  });
  /** Responds to a delivery. Tests replace it. */
  behavior: Behavior = (_, answer) => {
    answer.writeHead(204).end();
  };

  answerWith(status: number, headers: Record<string, string> = {}, body = ''): void {
    this.behavior = (_, answer) => {
      answer.writeHead(status, headers).end(body);
    };
  }

  async listen(): Promise<this> {
    await new Promise<void>((listening) => this.#server.listen(0, '127.0.0.1', listening));
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hooks`;
  }

  types(): string[] {
    return this.received.map(({ event }) => event.type);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((closed) => {
      this.#server.close(() => closed());
    });
  }
}

export const startReceiver = (): Promise<Receiver> => new Receiver().listen();
