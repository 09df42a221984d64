import { errorDetails } from '../../../functions/platform/error-details.ts';
import type { GatewayRequest } from '../gateway/gateway-event.ts';
import { jsonReply, type HttpReply } from '../gateway/gateway-result.ts';
import * as courier from './fakes/courier.ts';
import type { FakeHandler } from './fakes/fake.ts';
import * as googleWallet from './fakes/google-wallet.ts';
import * as pictures from './fakes/pictures.ts';
import * as vendor from './fakes/vendor.ts';

/** A simulated third party. */
export interface Fake {
  /** `/_courier` */
  prefix: string;
  handle: FakeHandler;
}

/** Starts all simulated third parties. Each stack has its own. */
export const startFakes = (): Fake[] =>
  [courier, googleWallet, pictures, vendor].map(({ prefix, start }) => ({ prefix, handle: start() }));

/** The response from the fake that serves the path; undefined if there is none. */
export const serveFake = async (fakes: readonly Fake[], request: GatewayRequest): Promise<HttpReply | undefined> => {
  // The path is not parsed as a relative URL, because it may begin with two slashes.
  const url = new URL(`http://local${request.target}`);
  const fake = fakes.find(({ prefix }) => url.pathname === prefix || url.pathname.startsWith(`${prefix}/`));
  if (!fake) return undefined;
  try {
    const {
      status,
      headers = {},
      body = '',
    } = await fake.handle({
      method: request.method,
      path: url.pathname.slice(fake.prefix.length) || '/',
      query: url.searchParams,
      headers: request.headers as Record<string, string | undefined>,
      body: request.body,
    });
    return { status, headers, body: Buffer.from(body as Uint8Array) };
  } catch (error) {
    console.error(JSON.stringify({ level: 'ERROR', fake: fake.prefix, ...errorDetails(error) }));
    return jsonReply(500, { message: 'The fake failed' });
  }
};
