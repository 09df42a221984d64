import { gatewayEvent } from '../../lib/local/gateway/gateway-event.ts';
import { jsonReply, toHttpReply } from '../../lib/local/gateway/gateway-result.ts';
import { listen } from '../../lib/local/gateway/http-server.ts';
import { matchRoute } from '../../lib/local/gateway/route-table.ts';
import { importHandler } from '../../lib/local/lambda/functions.ts';
import { startTable } from './table.ts';

/** The routes over HTTP on a separate table, without queues or schedules. */
export interface PaymentHost {
  url: string;
  stop: () => Promise<void>;
}

type Handler = (event: unknown, context: unknown) => Promise<unknown>;

/** Starts the routes, and configures this process for their table, so that a test can also call operations directly. */
export const startPaymentHost = async (): Promise<PaymentHost> => {
  const table = await startTable();
  const server = await listen({ host: '127.0.0.1', port: 0 }, async (request) => {
    const match = matchRoute(request.method, request.target.split('?')[0] ?? '/');
    if (!match) return jsonReply(404, { message: 'Not Found' });
    const handler = (await importHandler(match.route.target)) as Handler;
    const moment = { id: crypto.randomUUID(), epochMs: Date.now(), domain: request.headers.host ?? '' };
    return toHttpReply(await handler(gatewayEvent(request, match, moment), {}));
  });
  process.env['BASE_URL'] = server.url;
  return {
    url: server.url,
    stop: async () => {
      await server.stop();
      await table.stop();
    },
  };
};
