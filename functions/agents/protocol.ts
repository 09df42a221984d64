import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
  type McpServer,
} from '@modelcontextprotocol/server';
import { ApiError } from '../platform/errors.ts';
import { log } from '../platform/log.ts';
import { bodyText, assertJson } from '../pipeline/parse.ts';
import type { HttpEvent } from '../pipeline/pipeline.ts';
import type { Reply } from '../pipeline/request.ts';
import { paramsFault } from './screen.ts';

/** JSON-RPC 2.0, Error object. */
const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;

type Id = string | number | null;

const protocolError = (status: number, code: number, message: string, id: Id = null): Reply => ({
  status,
  headers: JSON_TYPE,
  body: JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }),
});

const JSON_TYPE = { 'Content-Type': 'application/json; charset=utf-8' };
const BODY_MAX_CHARACTERS = 4 * 1024 * 1024;

/** Opens a stream for as long as a client listens. It is not supported, because a function ends with its request. */
const STREAMING_METHOD = 'subscriptions/listen';

/**
 * Serves one message of the protocol, in any revision. The library implements the revisions; this function accepts one
 * message per request and returns one response.
 */
export const serveMessage = async (event: HttpEvent, build: () => McpServer, streams: boolean): Promise<Reply> => {
  const text = textOf(event);
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return protocolError(400, PARSE_ERROR, 'Parse error: the body is not JSON.');
  }
  const refused = refusalOf(message, text);
  if (refused) return refused;
  const request = webRequest(event, text);
  const legacy = await isLegacyRequest(request, message);
  const invalid = invalidParams(message as Message, legacy);
  if (invalid) return invalid;
  const response = legacy
    ? await serveLegacy(request, message, build, streams)
    : await modernHandler(build).fetch(request, { parsedBody: message });
  return toReply(response);
};

const textOf = (event: HttpEvent): string => {
  const type = event.headers['content-type'] ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new ApiError(415, 'unsupported_media_type', 'Send the message as JSON, with Content-Type: application/json.');
  }
  if ((event.body?.length ?? 0) > BODY_MAX_CHARACTERS) {
    throw new ApiError(413, 'request_too_large', 'A message has at most 4 MB.');
  }
  return bodyText(event);
};

const refusalOf = (message: unknown, text: string): Reply | undefined => {
  if (Array.isArray(message)) {
    return protocolError(400, INVALID_REQUEST, 'Invalid Request: batches are not served; send one message a request.');
  }
  if (typeof message !== 'object' || message === null) {
    return protocolError(400, INVALID_REQUEST, 'Invalid Request: a message is a JSON object.');
  }
  const { id, method } = message as { id?: unknown; method?: unknown };
  if (typeof id === 'number' && !Number.isSafeInteger(id)) {
    return protocolError(400, INVALID_REQUEST, 'Invalid Request: an id is a text or a whole number.');
  }
  const known: Id = typeof id === 'string' || typeof id === 'number' ? id : null;
  try {
    assertJson(message, text);
  } catch (error) {
    return protocolError(400, INVALID_REQUEST, `Invalid Request: ${(error as Error).message}`, known);
  }
  if (method !== STREAMING_METHOD) return undefined;
  return protocolError(404, METHOD_NOT_FOUND, `Method not found: ${STREAMING_METHOD}`, known);
};

interface Message {
  id?: unknown;
  method?: unknown;
  params?: unknown;
}

/** Rejects parameters that are invalid for the method. A notification gets no response. */
const invalidParams = ({ id, method, params = {} }: Message, legacy: boolean): Reply | undefined => {
  if ((typeof id !== 'string' && typeof id !== 'number') || typeof method !== 'string') return undefined;
  // The library itself reports parameters that are not objects, and methods unknown in the newest revision.
  if (typeof params !== 'object' || params === null || Array.isArray(params)) return undefined;
  if (method === 'initialize' && !legacy) return undefined;
  const fault = paramsFault(method, params as Record<string, unknown>);
  return fault === undefined ? undefined : protocolError(200, INVALID_PARAMS, fault, id);
};

/** The library requires an `Accept` header with several types, which many clients omit. */
const ACCEPTED = 'application/json, text/event-stream';

const webRequest = (event: HttpEvent, body: string): Request => {
  const headers = new Headers({ Accept: ACCEPTED });
  for (const [name, value] of Object.entries(event.headers)) {
    if (value !== undefined && !['accept', 'content-length', 'authorization'].includes(name)) headers.set(name, value);
  }
  return new Request(`http://localhost${event.rawPath}`, { method: 'POST', headers, body });
};

const report = (error: Error): void => log.debug('The protocol refused a message', error);

const modernHandler = (build: () => McpServer) => createMcpHandler(build, { legacy: 'reject', onerror: report });

/** Revisions 2025-06-18 and 2025-11-25, without sessions. */
const serveLegacy = async (
  request: Request,
  message: unknown,
  build: () => McpServer,
  streams: boolean,
): Promise<Response> => {
  const server = build();
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
    enableJsonResponse: !streams,
  });
  await server.connect(transport);
  const response = await transport.handleRequest(request, { parsedBody: message });
  // The response is read completely before its server is closed.
  const body = response.body === null ? null : await response.text();
  await server.close();
  return new Response(body, { status: response.status, headers: response.headers });
};

const toReply = async (response: Response): Promise<Reply> => {
  const body = await response.text();
  const type = response.headers.get('content-type');
  return {
    status: response.status,
    headers: type ? { 'Content-Type': type } : {},
    ...(body === '' ? {} : { body }),
  };
};
