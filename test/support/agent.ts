import type { Route } from '../../functions/pipeline/route.ts';
import type { ToolRow } from '../../functions/agents/tool-row.ts';
import type { Answer, CallOptions, RunningStack } from './stack.ts';

/** A tool in `tools/list`. */
export interface ListedTool {
  name: string;
  title: string;
  description: string;
  inputSchema: { properties: Record<string, object>; required?: string[]; additionalProperties: boolean };
  outputSchema: object;
  annotations: Record<string, boolean>;
}

export interface ToolResult {
  content: { type: string; text: string }[];
  structuredContent: Record<string, unknown> & {
    error?: { code: string; message: string; fields?: Record<string, string[]> };
    preview?: Record<string, unknown>;
  };
  isError?: boolean;
  _meta?: { untrusted?: string[]; request_id?: string; [name: string]: unknown };
}

export interface Message<T> {
  jsonrpc: '2.0';
  id: number | null;
  result: T;
  error?: { code: number; message: string; data?: unknown };
}

export type Arguments = Record<string, unknown>;

/** A client of the agent server that sends plain messages of protocol revision 2025-11-25. */
export class Agent {
  readonly stack: RunningStack;
  readonly key: string;
  /** Query of the server's URL, such as `?readonly=true`. */
  readonly view: string;
  #id = 0;

  constructor(stack: RunningStack, key: string, view = '') {
    this.stack = stack;
    this.key = key;
    this.view = view;
  }

  send<T = Record<string, unknown>>(
    method: string,
    params: object = {},
    headers: Record<string, string> = {},
  ): Promise<Answer<Message<T>>> {
    return this.raw<Message<T>>({ jsonrpc: '2.0', id: ++this.#id, method, params }, headers);
  }

  raw<T>(body: unknown, headers: Record<string, string> = {}): Promise<Answer<T>> {
    const all = { 'Content-Type': 'application/json', 'User-Agent': 'test-agent/1', ...headers };
    return this.stack.post<T>(`/mcp${this.view}`, { key: this.key, body: body as CallOptions['body'], headers: all });
  }

  async tools(): Promise<ListedTool[]> {
    return (await this.send<{ tools: ListedTool[] }>('tools/list')).body.result.tools;
  }

  async names(): Promise<string[]> {
    return (await this.tools()).map(({ name }) => name);
  }

  /** The result of a tool, errors included. Throws on a protocol error. */
  async call(name: string, given: Arguments = {}): Promise<ToolResult> {
    const { status, body } = await this.send<ToolResult>('tools/call', { name, arguments: given });
    if (!body.result) throw new Error(`${name}: ${status} ${JSON.stringify(body)}`);
    return body.result;
  }

  /** Calls a tool and confirms the change. Throws when it is refused. */
  async done(name: string, given: Arguments): Promise<Record<string, unknown>> {
    const result = await this.call(name, { ...given, confirm: true });
    if (result.isError) throw new Error(`${name}: ${JSON.stringify(result.structuredContent)}`);
    return result.structuredContent;
  }
}

const CONTROLS = new Set(['company', 'idempotency_key', 'confirm', 'if_match']);

/** Sends the HTTP request of a tool's route with the same arguments. */
export const sendAsHttp = (
  stack: RunningStack,
  key: string,
  { route }: Pick<ToolRow, 'route'>,
  given: Arguments,
): Promise<Answer> => {
  const names = new Set([...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name));
  const inPath = { company_id: 'store', ...(given['company'] ? { company_id: given['company'] } : {}), ...given };
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: keyof typeof inPath) =>
    encodeURIComponent(String(inPath[name])),
  );
  const rest = Object.entries(given).filter(([name]) => !names.has(name) && !CONTROLS.has(name));
  const inQuery = route.method === 'GET';
  const query = Object.fromEntries([
    ...(given['company'] === undefined ? [] : [['company', String(given['company'])]]),
    ...(inQuery ? rest.map(([name, value]) => [name, String(value)]) : []),
  ]) as Record<string, string>;
  return stack.call(route.method, path, {
    key,
    query,
    headers: headersOf(route, given),
    ...(!inQuery && rest.length > 0 ? { body: Object.fromEntries(rest) } : {}),
  });
};

const headersOf = (route: Route, given: Arguments): Record<string, string> => {
  const key = given['idempotency_key'];
  const ifMatch = given['if_match'];
  const name = route.idempotency === 'request-guid' ? 'X-Request-Guid' : 'Idempotency-Key';
  return {
    ...(key === undefined ? {} : { [name]: String(key) }),
    ...(ifMatch === undefined ? {} : { 'If-Match': String(ifMatch) }),
  };
};
