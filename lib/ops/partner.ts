import { randomUUID } from 'node:crypto';
import { parseJsonFile } from '../operator-file.ts';
import { OpsError } from './command.ts';
import { localUrl } from './local-url.ts';

/** Options of commands that act as a partner: with a key, over HTTP. */
export const partnerOptions = { url: { type: 'string' }, key: { type: 'string' } } as const;
export const PARTNER_USAGE = '[--url URL] [--key KEY]';

const DEMO_FILE = 'events/demo.json';

/** The API as a partner uses it. */
export interface PartnerApi {
  url: string;
  isLocal: boolean;
  call: <T>(method: string, path: string, body?: object) => Promise<T>;
  /** All entries of a list, page by page. */
  list: <T>(path: string) => Promise<T[]>;
  /** The bytes of a response; redirects are followed. */
  read: (method: string, path: string, body?: object) => Promise<Buffer>;
}

/**
 * Connects to the API with a key: the given one, `API_KEY`, or on a local stack the first key in the file of `SEED` or
 * in the demo file.
 */
export const openApi = async (options: { url?: string | undefined; key?: string | undefined }): Promise<PartnerApi> => {
  const url = localUrl(options.url ?? process.env['API_URL']);
  if (!URL.canParse(url)) throw new OpsError(`${url} is not a URL.`);
  const isLocal = ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname);
  const key = options.key ?? process.env['API_KEY'] ?? (isLocal ? await demoKey() : undefined);
  if (!key) throw new OpsError('Pass an API key with --key or in API_KEY.');
  return {
    url,
    isLocal,
    call: <T>(method: string, path: string, body?: object) => call<T>(url, key, { method, path, body }),
    list: <T>(path: string) => list<T>(url, key, path),
    read: (method, path, body) => bytesOf(url, key, { method, path, body }),
  };
};

/** The time of the environment's clock, because the clock of a local stack may have been advanced. */
export const nowAt = async (api: PartnerApi): Promise<number> => {
  if (!api.isLocal) return Date.now();
  const { now } = await api.call<{ now: string }>('GET', '/_local/clock');
  return Date.parse(now);
};

const list = async <T>(url: string, key: string, path: string): Promise<T[]> => {
  const entries: T[] = [];
  let cursor: string | null = null;
  do {
    const after: string = cursor === null ? '' : `&starting_after=${encodeURIComponent(cursor)}`;
    const part = `${path}${path.includes('?') ? '&' : '?'}limit=100${after}`;
    const page = await call<{ data: T[]; next_cursor: string | null }>(url, key, {
      method: 'GET',
      path: part,
      body: undefined,
    });
    entries.push(...page.data);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return entries;
};

const demoKey = async (): Promise<string | undefined> => {
  const file = (await parseJsonFile(process.env['SEED'] ?? DEMO_FILE)) as {
    api_keys?: { key?: string }[];
  };
  return file.api_keys?.find(({ key }) => key !== undefined)?.key;
};

interface Call {
  method: string;
  path: string;
  body: object | undefined;
}

const call = async <T>(url: string, key: string, request: Call): Promise<T> => {
  const text = (await bytesOf(url, key, request)).toString();
  return (text === '' ? undefined : JSON.parse(text)) as T;
};

const bytesOf = async (url: string, key: string, { method, path, body }: Call): Promise<Buffer> => {
  const headers: Record<string, string> = { Authorization: `Bearer ${key}` };
  if (method === 'POST') headers['Idempotency-Key'] = randomUUID();
  if (body) headers['Content-Type'] = 'application/json';
  let response: Response;
  try {
    response = await fetch(`${url}${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  } catch (error) {
    throw new OpsError(
      `Nothing responds at ${url} (${String((error as Error).cause ?? error)}). Start it with npm start.`,
    );
  }
  const bytes = Buffer.from(await response.arrayBuffer());
  if (!response.ok) throw new OpsError(`${method} ${path} returned ${response.status}: ${bytes.toString()}`);
  return bytes;
};
