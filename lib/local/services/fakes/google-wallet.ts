import { json, type FakeHandler, type FakeReply, type FakeRequest } from './fake.ts';

/**
 * A local Google Wallet: it issues a token to any service account, and keeps classes and objects in memory under the
 * paths of Google's API (`/_google-wallet/walletobjects/v1/giftCardObject/<id>`).
 */
export const prefix = '/_google-wallet';

const BASE = '/walletobjects/v1/';

type WalletObjects = Map<string, Record<string, unknown>>;

export const start = (): FakeHandler => {
  const objects: WalletObjects = new Map();
  return (request) => handle(objects, request);
};

const handle = (objects: WalletObjects, { method, path, body }: FakeRequest): FakeReply => {
  if (path === '/token' && method === 'POST') return json(200, { access_token: 'local', expires_in: 3600 });
  const [kind = '', id] = path.startsWith(BASE) ? path.slice(BASE.length).split('/') : [];
  if (!/^(giftCard|offer|eventTicket)(Class|Object)$/.test(kind)) return json(404, {});
  if (method === 'GET') return response(objects.get(`${kind}/${id}`));
  const sent = JSON.parse(body.toString('utf8')) as Record<string, unknown>;
  if (!hasClass(objects, kind, sent)) return json(404, {});
  const name = `${kind}/${id ?? String(sent['id'])}`;
  const known = objects.get(name);
  if (method === 'POST' ? known : !known) return json(known ? 409 : 404, {});
  objects.set(name, { ...known, ...sent });
  return response(objects.get(name));
};

/** An object requires an existing class. */
const hasClass = (objects: WalletObjects, kind: string, { classId }: Record<string, unknown>): boolean =>
  typeof classId !== 'string' || objects.has(`${kind.replace('Object', 'Class')}/${classId}`);

const response = (resource: object | undefined): FakeReply => (resource ? json(200, resource) : json(404, {}));
