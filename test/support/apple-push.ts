import http2 from 'node:http2';
import type { AddressInfo } from 'node:net';

/**
 * Apple's reaction to one notification: a status with a body, a connection that closes before or after delivery, or a
 * delay.
 */
export interface PushFate {
  status: number;
  reason?: string;
  timestamp?: number;
  /** `before`: not delivered. `after`: delivered, without a response. */
  breaks?: 'before' | 'after';
  delayMs?: number;
}

interface SentPush {
  token: string;
  topic: unknown;
  body: string;
  /** Common name of the client certificate; undefined without TLS. */
  signedBy: string | undefined;
}

/**
 * Apple's push service for tests: `fate` decides the reaction to each notification, and `delivered` is called for those
 * that it accepts with status 200.
 */
export interface PushDouble {
  url: string;
  sent: SentPush[];
  fate: (token: string) => PushFate;
  delivered: (token: string) => void;
  stop: () => Promise<void>;
}

/** Starts the double. With `tls`, it requires a client certificate issued by `ca`. */
export const startPushDouble = async (tls?: { key: string; cert: string; ca: string }): Promise<PushDouble> => {
  const server = tls
    ? http2.createSecureServer({ ...tls, requestCert: true, rejectUnauthorized: true })
    : http2.createServer();
  const double: PushDouble = {
    url: '',
    sent: [],
    fate: () => ({ status: 200 }),
    delivered: () => {},
    stop: () =>
      new Promise((resolve) => {
        for (const session of sessions) session.destroy();
        server.close(() => resolve());
      }),
  };
  const sessions = new Set<http2.ServerHttp2Session>();
  server.on('session', (session) => {
    sessions.add(session);
    session.on('error', () => {});
    session.on('close', () => sessions.delete(session));
  });
  server.on('stream', (stream, headers) => {
    receive(double, stream, headers).catch(() => stream.destroy());
  });
  await new Promise<void>((ready) => {
    server.listen(0, '127.0.0.1', ready);
  });
  const { port } = server.address() as AddressInfo;
  double.url = tls ? `https://localhost:${port}` : `http://127.0.0.1:${port}`;
  return double;
};

const receive = async (
  double: PushDouble,
  stream: http2.ServerHttp2Stream,
  headers: http2.IncomingHttpHeaders,
): Promise<void> => {
  stream.on('error', () => {});
  let body = '';
  for await (const chunk of stream as AsyncIterable<Buffer>) body += chunk.toString();
  const token = String(headers[':path']).replace('/3/device/', '');
  const socket = stream.session?.socket as { getPeerCertificate?: () => { subject?: { CN?: string } } } | undefined;
  double.sent.push({ token, topic: headers['apns-topic'], body, signedBy: socket?.getPeerCertificate?.().subject?.CN });
  const { status, reason, timestamp, breaks, delayMs = 0 } = double.fate(token);
  if (breaks === 'before') return stream.session?.destroy();
  if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
  if (status === 200) double.delivered(token);
  if (breaks === 'after') return stream.session?.destroy();
  if (stream.destroyed) return;
  stream.respond({ ':status': status });
  stream.end(reason === undefined ? '' : JSON.stringify({ reason, ...(timestamp === undefined ? {} : { timestamp }) }));
};
