import type { FakeHandler, FakeReply, FakeRequest } from '../fakes.ts';

/**
 * A local Google Wallet: it issues a token to any service account, and keeps classes and objects in memory under the
 * paths of Google's API (`/_google-wallet/walletobjects/v1/giftCardObject/<id>`).
 */
export const prefix = '/_google-wallet';

const BASE = '/walletobjects/v1/';

type WalletObjects = Map<string, Record<string, unknown>>;

export const start = (): FakeHandler => {
  const kept: WalletObjects = new Map();
  return (request) => handle(kept, request);
};

const handle = (kept: WalletObjects, { method, path, body }: FakeRequest): FakeReply => {
  if (path === '/token' && method === 'POST') return json(200, { access_token: 'local', expires_in: 3600 });
  const [kind = '', id] = path.startsWith(BASE) ? path.slice(BASE.length).split('/') : [];
  if (!/^(giftCard|offer|eventTicket)(Class|Object)$/.test(kind)) return json(404, {});
  if (method === 'GET') return response(kept.get(`${kind}/${id}`));
  const sent = JSON.parse(body.toString('utf8')) as Record<string, unknown>;
  if (!hasClass(kept, kind, sent)) return json(404, {});
  const name = `${kind}/${id ?? String(sent['id'])}`;
  const known = kept.get(name);
  if (method === 'POST' ? known : !known) return json(known ? 409 : 404, {});
  kept.set(name, { ...known, ...sent });
  return response(kept.get(name));
};

/** An object requires an existing class. */
const hasClass = (kept: WalletObjects, kind: string, { classId }: Record<string, unknown>): boolean =>
  typeof classId !== 'string' || kept.has(`${kind.replace('Object', 'Class')}/${classId}`);

const response = (found: object | undefined): FakeReply => (found ? json(200, found) : json(404, {}));

const json = (status: number, body: object): FakeReply => ({
  status,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});
