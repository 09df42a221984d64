import { nowMs } from '../../../platform/clock.ts';
import { ApiError } from '../../../platform/errors.ts';
import { getRows, PRESENT } from '../../../storage/table.ts';
import { transact, type Write } from '../../../storage/transactions.ts';
import { unlessRefused } from '../../../storage/unless-refused.ts';
import { refusedAs } from '../../../storage/limits/limit-exceeded.ts';
import { cancel, confirm, type Limit } from '../../../storage/limits/sliding-window.ts';
import { companyKey, type CompanyRow } from '../companies/rows.ts';
import { oauthClientKey, tokenKey, userKey, type OAuthClientRow, type TokenRow, type UserRow } from './rows.ts';
import { UNKNOWN_USER_HASH, verifyPassword } from './passwords.ts';
import { reserveAttempt, attemptsOfSource, attemptsOfUser } from './sign-in-limits.ts';
import {
  ACCESS_TOKEN_SECONDS,
  hashToken,
  isTokenGood,
  canServe,
  newAccessToken,
  parseToken,
  passwordMark,
  REFRESH_TOKEN_SECONDS,
} from './rules.ts';

/** Client of a token request, and how its credentials were sent. */
export interface ClientCredentials {
  clientId: string;
  clientSecret: string;
  scheme: 'basic' | 'form';
}

/** Response of the token endpoint (RFC 6749, section 5.1). */
interface TokenReply {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  refresh_token: string;
  scope: 'admin';
}

const invalidClient = ({ scheme }: ClientCredentials): ApiError =>
  new ApiError(401, 'invalid_client', 'The client is not known, or its secret is wrong.', {
    headers: scheme === 'basic' ? { 'WWW-Authenticate': 'Basic realm="token"' } : {},
  });

const invalidGrant = (message: string): ApiError => new ApiError(400, 'invalid_grant', message);

const WRONG_PASSWORD = 'The username or the password is wrong.';
const WRONG_REFRESH_TOKEN = 'The refresh token is not valid, has expired or was used already.';

const checkClient = async (client: ClientCredentials, row: OAuthClientRow | undefined): Promise<OAuthClientRow> => {
  const isRight = await verifyPassword(client.clientSecret, row?.secretHash ?? UNKNOWN_USER_HASH);
  if (!row || !isRight) throw invalidClient(client);
  return row;
};

/**
 * Issues tokens for username and password. Reserves an attempt before it checks the password, and cancels it if the
 * password is right, so that concurrent attempts are limited like sequential ones. Throws `invalid_client`,
 * `invalid_grant`, and 429 after too many wrong attempts.
 */
export const grantByPassword = async (
  client: ClientCredentials,
  { username, password }: { username: string; password: string },
): Promise<TokenReply> => {
  const keys = { client: oauthClientKey(client.clientId), user: userKey(username) };
  const rows = await getRows(Object.values(keys), { consistent: true });
  const clientRow = await checkClient(client, rows.get<OAuthClientRow>(keys.client));
  const known = rows.get<UserRow>(keys.user);
  const user = known && (await isServed(clientRow, known)) ? known : undefined;
  const tries = await refusedAs(reserveAttempt(triesOf(clientRow, user, username)), tooManyTries);
  const isRight = await verifyPassword(password, user?.passwordHash || UNKNOWN_USER_HASH);
  if (!user || !isRight) {
    await Promise.all(tries.map(confirm));
    throw invalidGrant(WRONG_PASSWORD);
  }
  const { reply, writes } = newTokens(user, clientRow);
  await Promise.all([transact(writes), ...tries.map(cancel)]);
  return reply;
};

/**
 * Attempts are counted per user, across clients that may serve the user, and per client. Other clients treat the user
 * as unknown, so they cannot lock the user out.
 */
const triesOf = ({ clientId }: OAuthClientRow, user: UserRow | undefined, username: string): Limit[] => [
  attemptsOfUser(user ? `user#${username}` : `nobody#${clientId}#${username}`),
  attemptsOfSource(`client#${clientId}`),
];

const tooManyTries = (retryAfterSeconds: number): ApiError =>
  new ApiError(429, 'invalid_grant', 'Too many wrong passwords. Nothing was checked; try again later.', {
    headers: { 'Retry-After': String(retryAfterSeconds) },
  });

/** Issues tokens for a refresh token, which can be used once. Only one of two concurrent requests succeeds. */
export const grantByRefreshToken = async (client: ClientCredentials, refreshToken: string): Promise<TokenReply> => {
  const parsed = parseToken(refreshToken);
  const keys = {
    client: oauthClientKey(client.clientId),
    token: tokenKey(hashToken(refreshToken)),
    user: userKey(parsed?.username ?? ''),
  };
  const rows = await getRows(Object.values(keys), { consistent: true });
  const clientRow = await checkClient(client, rows.get<OAuthClientRow>(keys.client));
  const user = rows.get<UserRow>(keys.user);
  const token = rows.get<TokenRow>(keys.token);
  const isGood = isTokenGood(token, 'refresh', { user, nowMs: nowMs() }) && token.clientId === clientRow.clientId;
  if (!isGood || !user || !(await isServed(clientRow, user))) throw invalidGrant(WRONG_REFRESH_TOKEN);
  const { reply, writes } = newTokens(user, clientRow);
  const replacing = transact([{ remove: keys.token, condition: PRESENT, name: 'refresh-token' }, ...writes]);
  if (!(await unlessRefused(replacing))) throw invalidGrant(WRONG_REFRESH_TOKEN);
  return reply;
};

/** Whether the client serves a user and the companies of both are active. Other users are treated as unknown. */
const isServed = async (client: OAuthClientRow, user: UserRow): Promise<boolean> => {
  const rows = await getRows([companyKey(client.company), companyKey(user.company)], { consistent: true });
  const clientCompany = rows.get<CompanyRow>(companyKey(client.company));
  const userCompany = rows.get<CompanyRow>(companyKey(user.company));
  return clientCompany?.active === true && userCompany?.active === true && canServe(clientCompany, userCompany);
};

const newTokens = (user: UserRow, client: OAuthClientRow): { reply: TokenReply; writes: Write[] } => {
  const [accessToken, refreshToken] = [newAccessToken(user), newAccessToken(user)];
  const row = (kind: TokenRow['kind'], token: string, seconds: number): Write => {
    const expiresAtMs = nowMs() + seconds * 1000;
    const put: TokenRow = {
      ...tokenKey(hashToken(token)),
      type: 'token',
      v: 1,
      kind,
      username: user.username,
      company: user.company,
      clientId: client.clientId,
      passwordMark: passwordMark(user),
      expiresAtMs,
      ttl: Math.ceil(expiresAtMs / 1000),
    };
    return { put, name: kind };
  };
  return {
    reply: {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: ACCESS_TOKEN_SECONDS,
      refresh_token: refreshToken,
      scope: 'admin',
    },
    writes: [row('access', accessToken, ACCESS_TOKEN_SECONDS), row('refresh', refreshToken, REFRESH_TOKEN_SECONDS)],
  };
};
