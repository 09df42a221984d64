/** A small client for the demo: one line for each request and each answer, short enough to read along. */
export interface Answer {
  status: number;
  body: Record<string, unknown>;
  bytes: Buffer;
}

export interface CallOptions {
  body?: object;
  idempotencyKey?: string;
  form?: Record<string, string>;
  quiet?: boolean;
}

export class DemoClient {
  readonly #url: string;
  readonly #key: string;

  constructor(url: string, key: string) {
    this.#url = url;
    this.#key = key;
  }

  async call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    const url = path.startsWith('http') ? path : `${this.#url}${path}`;
    const headers: Record<string, string> = { Authorization: `Bearer ${this.#key}` };
    if (options.idempotencyKey) headers['Idempotency-Key'] = options.idempotencyKey;
    if (options.body) headers['Content-Type'] = 'application/json';
    const body = options.form ? new URLSearchParams(options.form) : options.body && JSON.stringify(options.body);
    const response = await fetch(url, { method, headers, redirect: 'manual', ...(body ? { body } : {}) });
    const bytes = Buffer.from(await response.arrayBuffer());
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    const answer: Answer = {
      status: response.status,
      body: isJson ? (JSON.parse(bytes.toString()) as Record<string, unknown>) : {},
      bytes,
    };
    if (!options.quiet) print(method, path.replace(this.#url, ''), options, answer, response);
    if (response.status >= 400) throw new Error(`${method} ${path} answered ${response.status}: ${bytes.toString()}`);
    return answer;
  }
}

const WIDTH = 150;
const short = (text: string): string => (text.length > WIDTH ? `${text.slice(0, WIDTH)}…` : text);

const print = (method: string, path: string, options: CallOptions, answer: Answer, response: Response): void => {
  console.log(`→ ${method} ${path}`);
  if (options.body) console.log(`    ${short(JSON.stringify(options.body))}`);
  if (options.form) console.log(`    ${short(new URLSearchParams(options.form).toString())}`);
  const location = response.headers.get('location');
  const type = response.headers.get('content-type') ?? 'no content';
  const shown = location
    ? `Location: ${location}`
    : type.includes('json')
      ? JSON.stringify(answer.body)
      : `${type}, ${answer.bytes.length} bytes`;
  console.log(`← ${answer.status} ${short(shown)}\n`);
};
