import { createHash, randomBytes } from 'node:crypto';
import type { CompanyRow } from '../companies/rows.ts';
import type { TokenRow, UserRow } from './rows.ts';

/** Lifetime of a token in seconds (lib/reference/v1.md#tokens). */
export const ACCESS_TOKEN_SECONDS = 24 * 3600;
export const REFRESH_TOKEN_SECONDS = 30 * 24 * 3600;

const SECRET_BYTES = 32;

/** The owner of a token. It is a part of the token, so that token, user and company are read in one call. */
interface TokenSubject {
  company: string;
  username: string;
}

/** A new token, opaque to clients. */
export const newAccessToken = ({ company, username }: TokenSubject): string => {
  const subject = Buffer.from(`${company}\n${username}`).toString('base64url');
  return `${subject}.${randomBytes(SECRET_BYTES).toString('base64url')}`;
};

const TOKEN = /^([\w-]{1,700})\.[\w-]{43}$/;

/** Parses the owner from a token; undefined for an invalid token. Only the stored hash authenticates it. */
export const parseToken = (token: string): (TokenSubject & { hash: string }) | undefined => {
  const [, subject] = TOKEN.exec(token) ?? [];
  if (subject === undefined) return undefined;
  const [company, username, ...rest] = Buffer.from(subject, 'base64url').toString().split('\n');
  if (!company || !username || rest.length > 0) return undefined;
  return { company, username, hash: hashToken(token) };
};

/** Tokens are random, so an unsalted hash is enough. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

export const passwordMark = (user: Pick<UserRow, 'passwordHash'>): string => hashToken(user.passwordHash).slice(0, 22);

/** Whether a stored token is still valid for its user. */
export const isTokenGood = (
  token: TokenRow | undefined,
  kind: TokenRow['kind'],
  { user, nowMs }: { user: UserRow | undefined; nowMs: number },
): token is TokenRow =>
  token !== undefined &&
  user !== undefined &&
  token.kind === kind &&
  token.expiresAtMs > nowMs &&
  token.username === user.username &&
  token.company === user.company &&
  token.passwordMark === passwordMark(user);

type CompanyRelations = Pick<CompanyRow, 'slug' | 'parent' | 'assigned'>;

/** Whether a client may sign in users of a company: of its own company and of associated companies. */
export const canServe = (client: CompanyRelations, user: CompanyRelations): boolean =>
  client.slug === user.slug ||
  client.assigned.includes(user.slug) ||
  user.assigned.includes(client.slug) ||
  client.parent === user.slug ||
  user.parent === client.slug;
