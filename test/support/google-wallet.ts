import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jwtVerify, type KeyObject } from 'jose';

/**
 * Google's reaction to one call: a status instead of executing it, or a connection that closes before or after the
 * execution.
 */
export interface GoogleFate {
  status?: number;
  breaks?: 'before' | 'after';
  /** The connection closes, and the call is still executed after this time. */
  lateMs?: number;
  delayMs?: number;
}

interface GoogleCall {
  method: string;
  path: string;
  body: Record<string, unknown>;
}

/** Google Wallet for tests, with its classes and objects by `kind/id`. */
export interface GoogleDouble {
  url: string;
  calls: GoogleCall[];
  kept: Map<string, Record<string, unknown>>;
  fate: (call: GoogleCall) => GoogleFate;
  /** A visitor opens a link and saves its card. */
  save: (link: string) => string;
  stop: () => Promise<void>;
}

const BASE = '/walletobjects/v1/';
const TOKEN = 'token-of-the-double';

/** Starts the double, which issues tokens only for `key`. */
export const startGoogleDouble = async (key: KeyObject): Promise<GoogleDouble> => {
  const server = createServer((request, response) => {
    const reply = (status: number): void => {
      response.writeHead(status, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ access_token: TOKEN, expires_in: 3600 }));
    };
    void (async () => {
      let text = '';
      for await (const chunk of request as AsyncIterable<Buffer>) text += chunk.toString();
      if (request.url === '/token') return issue(text, key).then((status) => reply(status));
      const call = { method: request.method ?? '', path: request.url ?? '', body: JSON.parse(text || '{}') as object };
      if (request.headers.authorization !== `Bearer ${TOKEN}`) return reply(401);
      const known: GoogleCall = { ...call, body: call.body as GoogleCall['body'] };
      double.calls.push(known);
      const { status, breaks, lateMs, delayMs = 0 } = double.fate(known);
      if (lateMs !== undefined) {
        setTimeout(() => carryOut(double.kept, known), lateMs);
        return request.socket.destroy();
      }
      if (breaks === 'before') return request.socket.destroy();
      if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
      const done = status ?? carryOut(double.kept, known);
      return breaks === 'after' ? request.socket.destroy() : reply(done);
    })();
  });
  const double: GoogleDouble = {
    url: '',
    calls: [],
    kept: new Map(),
    fate: () => ({}),
    save: (link) => saveIn(double.kept, link),
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  await new Promise<void>((ready) => {
    server.listen(0, '127.0.0.1', ready);
  });
  double.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return double;
};

const issue = async (form: string, key: KeyObject): Promise<number> => {
  const assertion = new URLSearchParams(form).get('assertion') ?? '';
  try {
    const { payload } = await jwtVerify(assertion, key, { audience: 'https://oauth2.googleapis.com/token' });
    return payload['scope'] === 'https://www.googleapis.com/auth/wallet_object.issuer' ? 200 : 400;
  } catch {
    return 400;
  }
};

const classOf = (kind: string, { classId }: Record<string, unknown>): string =>
  `${kind.replace('Object', 'Class')}/${typeof classId === 'string' ? classId : ''}`;

const carryOut = (kept: GoogleDouble['kept'], { method, path, body }: GoogleCall): number => {
  const [kind = '', id = body['id'] as string] = path.slice(BASE.length).split('/');
  const name = `${kind}/${id}`;
  if (kind.endsWith('Object') && !kept.has(classOf(kind, body))) return 400;
  if (method === 'POST' && kept.has(name)) return 409;
  if (method === 'PATCH' && !kept.has(name)) return 404;
  kept.set(name, { ...kept.get(name), ...body });
  return 200;
};

/** Saves the objects of a link; existing ones do not change. Returns the name of the object. */
const saveIn = (kept: GoogleDouble['kept'], link: string): string => {
  const [, payload = ''] = link.slice(link.lastIndexOf('/') + 1).split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as {
    payload: Record<string, { id: string }[]>;
  };
  let object = '';
  for (const [plural, [row]] of Object.entries(claims.payload)) {
    const name = `${plural.replace(/es$/, '').replace(/s$/, '')}/${row?.id}`;
    if (!kept.has(name)) kept.set(name, { ...row });
    if (plural.endsWith('Objects')) object = name;
  }
  return object;
};
