import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { verifyWebhook, type VerifiedEvent } from '../../functions/platform/verify-webhook.ts';

/** A receiver like a partner's: reads the raw body, verifies it, stores each event once and returns 204. */
export class DemoReceiver {
  readonly #server: Server;
  readonly events = new Map<string, VerifiedEvent>();
  secret = '';

  constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<DemoReceiver> {
    const server = createServer();
    const receiver = new DemoReceiver(server);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        try {
          const event = verifyWebhook(Buffer.concat(chunks), request.headers, receiver.secret);
          receiver.events.set(event.id, event);
          response.writeHead(204).end();
        } catch (error) {
          response.writeHead(400).end(String(error));
        }
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/webhooks`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
