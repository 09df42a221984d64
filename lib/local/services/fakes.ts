import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { errorDetails } from '../../../functions/platform/error-details.ts';
import type { GatewayRequest } from '../gateway/gateway-event.ts';
import { jsonReply, type HttpReply } from '../gateway/gateway-result.ts';

export interface FakeRequest {
  method: string;
  /** Path below the prefix, with its leading slash. */
  path: string;
  query: URLSearchParams;
  headers: Record<string, string | undefined>;
  body: Buffer;
}

export interface FakeReply {
  status: number;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
}

export type FakeHandler = (request: FakeRequest) => FakeReply | Promise<FakeReply>;

/** A simulated third party. */
export interface Fake {
  /** `/_courier` */
  prefix: string;
  handle: FakeHandler;
}

/** A module in `fakes/`. Each stack starts its own simulated third parties. */
interface FakeModule {
  prefix: string;
  start: () => FakeHandler;
}

const FOLDER = join(import.meta.dirname, 'fakes');

/** All fakes. */
export const loadFakes = async (): Promise<Fake[]> => {
  const files = await readdir(FOLDER).catch(() => []);
  const modules = files.filter((file) => file.endsWith('.ts')).toSorted();
  const loaded = await Promise.all(
    modules.map((file) => import(pathToFileURL(join(FOLDER, file)).href) as Promise<FakeModule>),
  );
  return loaded.map(({ prefix, start }) => ({ prefix, handle: start() }));
};

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
