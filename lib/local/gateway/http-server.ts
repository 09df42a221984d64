import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { errorDetails } from '../../../functions/platform/error-details.ts';
import { StartError } from '../settings.ts';
import type { GatewayRequest } from './gateway-event.ts';
import { gatewayError, type HttpReply } from './gateway-result.ts';
import { tooLargeReply } from './too-large.ts';

/** API Gateway's limit for a request's body. */
const BODY_MAX_BYTES = 10 * 1024 * 1024;

type Serve = (request: GatewayRequest) => Promise<HttpReply>;

export interface HttpServer {
  url: string;
  stop: () => Promise<void>;
}

/** Addresses of all interfaces, including loopback. */
const ALL = new Set(['0.0.0.0', '::']);

/** Listens at an address. Throws `StartError` if it cannot, for example because the port is in use. */
export const listen = async ({ host, port }: { host: string; port: number }, serve: Serve): Promise<HttpServer> => {
  const respond = (message: IncomingMessage, response: ServerResponse): void => void result(message, response, serve);
  // A missing host is not refused here, because `respond` refuses it in the documented envelope.
  const server = createServer({ requireHostHeader: false }, respond);
  // Expectations other than 100-continue are ignored.
  server.on('checkExpectation', respond);
  // Clients reuse connections; closing one while it is in use causes an error that the real gateway would not cause.
  server.keepAliveTimeout = 65_000;
  server.requestTimeout = 0;
  server.on('clientError', refuse);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new StartError(listenFaultText({ host, port }, error))),
    );
    server.listen(port, host, resolve);
  });
  const address = ALL.has(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  const url = `http://${address}:${(server.address() as AddressInfo).port}`;
  return { url, stop: () => stop(server) };
};

const listenFaultText = ({ host, port }: { host: string; port: number }, error: NodeJS.ErrnoException): string => {
  if (error.code === 'EADDRNOTAVAIL') return `HOST is ${host}, which is not an address of this machine.`;
  const reason = error.code === 'EADDRINUSE' ? 'is already in use' : `cannot be used (${error.code ?? error.message})`;
  return `Port ${port} ${reason}. Set PORT to another one, or to 0 for a free one.`;
};

const GRACE_MS = 500;

const stop = async (server: Server): Promise<void> => {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), GRACE_MS);
  await closed;
  clearTimeout(timer);
};

/** Path and query. A client that uses a proxy sends the absolute URL, including the host. */
const targetOf = ({ url = '/' }: IncomingMessage): string => {
  const target = url.replace(/^https?:\/\/[^/?#]*/i, '');
  return target.startsWith('/') ? target : `/${target}`;
};

/** HTTP/1.1 requires a host; its predecessor did not. */
const isAddressed = ({ httpVersion, headers }: IncomingMessage): boolean =>
  httpVersion === '1.0' || headers.host !== undefined;

const result = async (message: IncomingMessage, response: ServerResponse, serve: Serve): Promise<void> => {
  let reply: HttpReply;
  const target = targetOf(message);
  try {
    const body = await readBody(message);
    if (!isAddressed(message)) reply = gatewayError('malformed_request');
    else if (!body) reply = await tooLargeReply({ target, headers: message.headers });
    else {
      reply = await serve({
        method: message.method ?? 'GET',
        target,
        headers: message.headers,
        rawHeaders: message.rawHeaders,
        body,
        sourceIp: message.socket.remoteAddress ?? '127.0.0.1',
      });
    }
  } catch (error) {
    if (message.destroyed && !message.complete) return;
    logError(error);
    reply = gatewayError('internal_error');
  }
  try {
    write(message, response, reply);
  } catch (error) {
    // A header of the response is invalid.
    logError(error);
    response.destroy();
  }
};

/** Logs neither URLs, which contain codes and links, nor the unreadable input that errors contain. */
const logError = (error: unknown): void => console.error(JSON.stringify({ level: 'ERROR', ...errorDetails(error) }));

/** Responds to an unreadable request and closes the connection. */
const refuse = (error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket: Duplex): void => {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const isHeaders = error.code === 'HPE_HEADER_OVERFLOW';
  const { status, headers, body } = gatewayError(isHeaders ? 'headers_too_large' : 'malformed_request');
  // A response to HEAD has no body, even when the rest of the request is unreadable.
  const isHead = error.rawPacket?.subarray(0, 5).toString('latin1') === 'HEAD ';
  const lines = Object.entries({ ...headers, 'content-length': body.length, connection: 'close' });
  const head = lines.map(([name, value]) => `${name}: ${String(value)}\r\n`).join('');
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${isHead ? '' : body.toString()}`);
};

const write = (message: IncomingMessage, response: ServerResponse, { status, headers, body }: HttpReply): void => {
  for (const [name, value] of Object.entries(headers)) {
    if (name !== 'content-length' && name !== 'transfer-encoding') response.setHeader(name, value);
  }
  const hasBody = status !== 204 && status !== 304;
  const isHead = message.method === 'HEAD';
  // The response to a HEAD states the length of the response to a GET.
  const length = (isHead ? headers['content-length'] : undefined) ?? String(body.length);
  if (hasBody) response.setHeader('content-length', length);
  response.writeHead(status);
  response.end(hasBody && !isHead ? body : undefined);
};

/** The body, or undefined when it is too large; the rest is discarded, so that the sender gets the response. */
const readBody = async (message: IncomingMessage): Promise<Buffer | undefined> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= BODY_MAX_BYTES) chunks.push(chunk);
  }
  return bytes > BODY_MAX_BYTES ? undefined : Buffer.concat(chunks);
};
