import { randomUUID } from 'node:crypto';
import type { LocalClock } from '../clock.ts';
import type { Functions } from '../lambda/functions.ts';
import { FunctionKilled } from '../lambda/invocation.ts';
import { gatewayEvent, type GatewayRequest } from './gateway-event.ts';
import { gatewayError, jsonReply, toHttpReply, type HttpReply } from './gateway-result.ts';
import { EVENT_MAX_BYTES } from '../lambda/event-limit.ts';
import { matchRoute } from './route-table.ts';
import { tooLargeReply } from './too-large.ts';

/** Acts as API Gateway: selects the route, creates the event, runs the function, converts its result. */
export class Gateway {
  readonly #functions: Functions;
  readonly #clock: LocalClock;
  #serving = 0;

  constructor(functions: Functions, clock: LocalClock) {
    this.#functions = functions;
    this.#clock = clock;
  }

  /** Whether a request is in progress. */
  isServing(): boolean {
    return this.#serving > 0;
  }

  async serve(request: GatewayRequest): Promise<HttpReply> {
    const path = request.target.split('?')[0] ?? '/';
    const match = matchRoute(request.method, path);
    if (!match) return jsonReply(404, { message: 'Not Found' });
    const id = randomUUID();
    const domain = request.headers.host ?? '127.0.0.1';
    const event = gatewayEvent(request, match, { id, epochMs: Math.floor(this.#clock.nowMs()), domain });
    if (request.body.length > EVENT_MAX_BYTES / 2 && Buffer.byteLength(JSON.stringify(event)) > EVENT_MAX_BYTES) {
      return tooLargeReply(request, id);
    }
    const startedMs = performance.now();
    const reply = await this.#answer(match.route.target, event, id);
    this.#functions.log('debug', 'request', {
      request_id: id,
      function: match.route.target.name,
      method: request.method,
      // The declared path, because actual paths contain codes and links.
      path: match.route.key.split(' ')[1] ?? '',
      status: reply.status,
      duration_ms: Math.round(performance.now() - startedMs),
    });
    return { ...reply, headers: { ...reply.headers, 'apigw-requestid': id } };
  }

  async #answer(target: Parameters<Functions['invoke']>[0], event: unknown, id: string): Promise<HttpReply> {
    this.#serving++;
    try {
      return toHttpReply(await this.#functions.invoke(target, event), id);
    } catch (error) {
      this.#functions.report(target.name, error);
      return gatewayError(error instanceof FunctionKilled ? 'no_answer' : 'internal_error', id);
    } finally {
      this.#serving--;
    }
  }
}
