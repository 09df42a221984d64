import { itemSeed } from './item-shop.ts';
import type { Answer, CallOptions, RunningStack } from './stack.ts';

const user = (username: string, more: object = {}) => ({
  username,
  password: `secret-of-${username}`,
  company: 'till',
  ...more,
});

/** The companies of the item tests with all kinds of users, an agency of the till, and an inactive agency. */
export const legacySeed = {
  ...itemSeed,
  companies: [
    ...itemSeed.companies,
    {
      slug: 'bureau',
      name: 'Bureau A/S',
      currency: 'DKK',
      language: 'da',
      contract: { checkout: true },
      approved_urls: [],
      assigned: ['till'],
    },
    {
      slug: 'closed',
      name: 'Closed',
      active: false,
      assigned: ['till'],
      currency: 'DKK',
      language: 'da',
      contract: { checkout: true },
      approved_urls: [],
    },
  ],
  users: [
    user('tilde'),
    user('chief', { can_cancel: true }),
    user('blind', { can_list: false }),
    user('agent', { company: 'bureau', agency: true }),
    user('clerk', { company: 'bureau' }),
    user('stranger', { company: 'always' }),
    user('ghost', { company: 'closed' }),
  ],
  oauth_clients: [
    { client_id: 'till-pos', client_secret: 'pos: secret+%', company: 'till' },
    { client_id: 'always-pos', client_secret: 'always-secret', company: 'always' },
    { client_id: 'closed-pos', client_secret: 'closed-secret', company: 'closed' },
  ],
};

export const CLIENT = { client_id: 'till-pos', client_secret: 'pos: secret+%' };

export interface TokenBody {
  access_token: string;
  token_type: string;
  expires_in: number;
  refresh_token: string;
  scope: string;
  error: string;
  error_description: string;
}

export interface LegacyBody<T = unknown> {
  status: string | number;
  response: T;
  request: {
    ip: string;
    user: string;
    language: string;
    datetime: string;
    query?: Record<string, string | string[]>;
    post?: Record<string, string | string[]>;
  };
  name: string;
  message: string;
  code: number;
}

/** An item in the legacy API. */
export interface LegacyItem {
  code: string;
  order_id: string;
  group_code: string;
  status: number;
  status_name: string;
  remaining_amount: number;
  [member: string]: unknown;
}

export interface LegacyListBody<T = LegacyItem> {
  items: T[];
  itemsCount: number;
  filter: { offset: number; limit: number; order: string };
}

export type Form = Record<string, string>;

/** A legacy client: requests tokens, and sends forms with them. */
export class LegacyShop {
  readonly stack: RunningStack;
  readonly #tokens = new Map<string, Promise<string>>();

  constructor(stack: RunningStack) {
    this.stack = stack;
  }

  token(form: Form, headers: Record<string, string> = {}): Promise<Answer<TokenBody>> {
    return this.stack.post<TokenBody>('/token', formOf(form, headers));
  }

  /** Access token of a user, requested once. */
  login(username: string): Promise<string> {
    const sent =
      this.#tokens.get(username) ??
      this.token({
        grant_type: 'password',
        username,
        password: `secret-of-${username}`,
        ...(username === 'stranger' ? { client_id: 'always-pos', client_secret: 'always-secret' } : CLIENT),
      }).then(({ body }) => body.access_token);
    this.#tokens.set(username, sent);
    return sent;
  }

  async get<T>(username: string, path: string, query: Form = {}): Promise<Answer<LegacyBody<T>>> {
    return this.stack.get(path, { key: await this.login(username), query });
  }

  async post<T>(
    username: string,
    path: string,
    form: Form | FormData | [string, string][] = {},
    headers: Record<string, string> = {},
  ): Promise<Answer<LegacyBody<T>>> {
    const key = await this.login(username);
    if (form instanceof FormData) {
      const body = new Response(form);
      const type = { 'Content-Type': body.headers.get('content-type') ?? '' };
      return this.stack.post(path, { key, body: await body.bytes(), headers: { ...type, ...headers } });
    }
    return this.stack.post(path, { key, ...formOf(form, headers) });
  }

  /** Creates cards as a user, and returns them. */
  async cards(username: string, form: Form = {}): Promise<LegacyItem[]> {
    const { body } = await this.post<LegacyListBody>(username, '/action/create-gc', { amount: '100', ...form });
    if (body.status !== 'OK') throw new Error(JSON.stringify(body));
    return body.response.items;
  }
}

const formOf = (form: Form | [string, string][], headers: Record<string, string>): CallOptions => ({
  body: new URLSearchParams(form).toString(),
  headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
});
