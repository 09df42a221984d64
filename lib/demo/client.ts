interface DemoResponse {
  status: number;
  body: Record<string, unknown>;
  bytes: Buffer;
}

interface DemoCallOptions {
  body?: object;
  idempotencyKey?: string;
  form?: Record<string, string>;
  quiet?: boolean;
}

/**
 * A small client for the demo. It prints the request and response of each call that is not quiet, and throws for an
 * error response.
 */
export class DemoClient {
  readonly #url: string;
  readonly #key: string;
  readonly #print: typeof print;

  constructor(url: string, key: string, shown: 'short' | 'full' = 'short') {
    this.#url = url;
    this.#key = key;
    this.#print = shown === 'full' ? printInFull : print;
  }

  async call(method: string, path: string, options: DemoCallOptions = {}): Promise<DemoResponse> {
    const url = path.startsWith('http') ? path : `${this.#url}${path}`;
    const headers: Record<string, string> = { Authorization: `Bearer ${this.#key}` };
    if (options.idempotencyKey) headers['Idempotency-Key'] = options.idempotencyKey;
    if (options.body) headers['Content-Type'] = 'application/json';
    const body = options.form ? new URLSearchParams(options.form) : options.body && JSON.stringify(options.body);
    const response = await fetch(url, { method, headers, redirect: 'manual', ...(body ? { body } : {}) });
    const bytes = Buffer.from(await response.arrayBuffer());
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    const reply: DemoResponse = {
      status: response.status,
      body: isJson ? (JSON.parse(bytes.toString()) as Record<string, unknown>) : {},
      bytes,
    };
    if (!options.quiet) this.#print(method, path.replace(this.#url, ''), options, reply, response);
    if (response.status >= 400) throw new Error(`${method} ${path} returned ${response.status}: ${bytes.toString()}`);
    return reply;
  }
}

const WIDTH = 150;
const short = (text: string): string => (text.length > WIDTH ? `${text.slice(0, WIDTH)}…` : text);

const print = (
  method: string,
  path: string,
  options: DemoCallOptions,
  reply: DemoResponse,
  response: Response,
): void => {
  console.log(`→ ${method} ${path}`);
  if (options.body) console.log(`    ${short(JSON.stringify(options.body))}`);
  if (options.form) console.log(`    ${short(new URLSearchParams(options.form).toString())}`);
  const location = response.headers.get('location');
  const type = response.headers.get('content-type') ?? 'no content';
  const shown = location
    ? `Location: ${location}`
    : type.includes('json')
      ? JSON.stringify(reply.body)
      : `${type}, ${reply.bytes.length} bytes`;
  console.log(`← ${reply.status} ${short(shown)}\n`);
};

const SHOWN_HEADERS = ['content-type', 'location', 'etag', 'idempotency-replayed', 'x-request-id'];
const indentJson = (value: object): string => JSON.stringify(value, null, 2).replaceAll(/^/gm, '    ');

/** Prints indented bodies, and the headers that matter to partners. */
const printInFull: typeof print = (method, path, options, reply, response) => {
  console.log(`→ ${method} ${path}`);
  if (options.idempotencyKey) console.log(`    Idempotency-Key: ${options.idempotencyKey}`);
  if (options.body) console.log(indentJson(options.body));
  if (options.form) console.log(`    ${new URLSearchParams(options.form).toString()}`);
  console.log(`← ${reply.status} ${response.statusText}`.trimEnd());
  for (const name of SHOWN_HEADERS) {
    const value = response.headers.get(name);
    if (value !== null) console.log(`    ${name}: ${value}`);
  }
  const isText = /json|html/.test(response.headers.get('content-type') ?? '');
  if (Object.keys(reply.body).length > 0) console.log(indentJson(reply.body));
  else if (reply.bytes.length > 0) console.log(isText ? reply.bytes.toString() : `    ${reply.bytes.length} bytes`);
  console.log('');
};
