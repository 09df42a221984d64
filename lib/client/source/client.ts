import { send, type CallOptions, type ClientOptions, type PreparedRequest } from './send.ts';
import { unwrap } from './webhooks.ts';

/** `METHOD /path` and flags: `k` requires an idempotency key, `l` returns a list. */
export type Operations = Readonly<Record<string, string>>;

export interface Page<T> {
  object: 'list';
  data: T[];
  has_more: boolean;
  next_cursor: string | null;
}

type Input = Readonly<Record<string, unknown>>;

/** A list: `for await` iterates over all entries, `page()` reads one page, `pages()` iterates over pages. */
export class Listing<T> implements AsyncIterable<T> {
  readonly #read: (startingAfter: string | undefined) => Promise<Page<T>>;
  readonly #from: string | undefined;

  constructor(read: (startingAfter: string | undefined) => Promise<Page<T>>, from?: string) {
    this.#read = read;
    this.#from = from;
  }

  page(): Promise<Page<T>> {
    return this.#read(this.#from);
  }

  async *pages(): AsyncGenerator<Page<T>, void, undefined> {
    let page = await this.page();
    yield page;
    while (page.has_more && page.next_cursor !== null) {
      page = await this.#read(page.next_cursor);
      yield page;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const { data } of this.pages()) yield* data;
  }
}

const queryOf = (values: Input): string => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    for (const each of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (each !== undefined && each !== null) query.append(name, String(each as string | number | boolean));
    }
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
};

const headersOf = (flags: string, body: unknown, options: ClientOptions, call: CallOptions): Record<string, string> => {
  const isKeyMissing = flags.includes('k') && call.requestGuid === undefined;
  const key = call.idempotencyKey ?? (isKeyMissing ? crypto.randomUUID() : undefined);
  const type = body instanceof Uint8Array ? (call.contentType ?? 'application/octet-stream') : 'application/json';
  return {
    Authorization: `Bearer ${options.key}`,
    ...(body === undefined ? {} : { 'Content-Type': type }),
    ...(key === undefined ? {} : { 'Idempotency-Key': key }),
    ...(call.ifMatch === undefined ? {} : { 'If-Match': call.ifMatch }),
    ...(call.requestGuid === undefined ? {} : { 'X-Request-Guid': call.requestGuid }),
  };
};

const prepareRequest = (
  operation: string,
  input: Input,
  options: ClientOptions,
  call: CallOptions,
): PreparedRequest => {
  const [method = 'GET', path = '', flags = ''] = operation.split(' ');
  const { body, ...rest } = input;
  const query: Record<string, unknown> = options.company === undefined ? {} : { company: options.company };
  Object.assign(query, rest);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = query[name];
    delete query[name];
    if (value === undefined || value === '') throw new TypeError(`${name} is missing.`);
    return encodeURIComponent(String(value as string | number));
  });
  const headers = headersOf(flags, body, options, call);
  return {
    method,
    url: `${options.baseUrl.replace(/\/+$/, '')}${filled}${queryOf(query)}`,
    headers,
    body: body === undefined ? undefined : body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body),
    repeatable:
      ['GET', 'PUT', 'DELETE'].includes(method) || 'Idempotency-Key' in headers || 'X-Request-Guid' in headers,
  };
};

/** A client with a method for every operation. */
export const connect = (operations: Operations, options: ClientOptions): Record<string, unknown> => {
  const call = async (operation: string, input: Input = {}, callOptions: CallOptions = {}): Promise<unknown> =>
    send(prepareRequest(operation, input, options, callOptions), options, callOptions.signal);
  const list = (operation: string, input: Input = {}, callOptions: CallOptions = {}): Listing<unknown> =>
    new Listing(
      (startingAfter) =>
        call(
          operation,
          startingAfter === undefined ? input : { ...input, starting_after: startingAfter },
          callOptions,
        ) as Promise<Page<unknown>>,
      input['starting_after'] as string | undefined,
    );
  const methods = Object.entries(operations).map(([name, operation]): [string, unknown] => {
    const reply = (operation.split(' ')[2] ?? '').includes('l') ? list : call;
    return [name, (input?: Input, callOptions?: CallOptions) => reply(operation, input, callOptions)];
  });
  return { ...Object.fromEntries<unknown>(methods), webhooks: { unwrap } };
};
