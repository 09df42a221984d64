import http2 from 'node:http2';
import type { AddressInfo } from 'node:net';

export interface ApplePush {
  url: string;
  stop: () => void;
}

/** Suffix of tokens whose device no longer has the pass. */
const GONE = /-410$/;

/**
 * A local version of Apple's push service: it accepts notifications over HTTP/2 without TLS, and delivers nothing. It
 * responds with 410 for a token that ends in `-410`.
 */
export const startApplePush = async (): Promise<ApplePush> => {
  const server = http2.createServer();
  server.on('stream', (stream, headers) => {
    stream.on('error', () => {});
    stream.resume();
    if (!GONE.test(headers[':path'] ?? '')) return respond(stream, 200, '');
    return respond(stream, 410, JSON.stringify({ reason: 'Unregistered', timestamp: Date.now() }));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  server.unref();
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() };
};

const respond = (stream: http2.ServerHttp2Stream, status: number, body: string): void => {
  stream.respond({ ':status': status });
  stream.end(body);
};
