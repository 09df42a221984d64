import { nowMs } from '../../../platform/clock.ts';
import { ApiError } from '../../../platform/errors.ts';
import { legacy } from '../../../platform/messages/legacy.ts';
import { getRows } from '../../../storage/table.ts';
import { companyKey, type CompanyRow } from '../companies/rows.ts';
import { tokenKey, userKey, type TokenRow, type UserRow } from './rows.ts';
import { isTokenGood, parseToken } from './rules.ts';
import { bearerOf } from '../../../platform/bearer.ts';

/** A user of the legacy API with its company. */
export interface SignedIn {
  user: UserRow;
  company: CompanyRow;
}

const unauthorized = (challenge = 'Bearer error="invalid_token"'): ApiError =>
  new ApiError(401, 'unauthorized', legacy('credentials_invalid'), {
    headers: { 'WWW-Authenticate': challenge },
  });

/**
 * The user of an access token, in one batch of reads, with current permissions and company. Throws 401 for an unknown
 * or expired token, a deleted user or a changed password, and an inactive company.
 */
export const signIn = async (authorization: string | undefined): Promise<SignedIn> => {
  const bearer = bearerOf(authorization);
  if (!bearer) throw unauthorized('Bearer');
  const token = parseToken(bearer);
  if (!token) throw unauthorized();
  const keys = { token: tokenKey(token.hash), user: userKey(token.username), company: companyKey(token.company) };
  const rows = await getRows(Object.values(keys), { consistent: true });
  const user = rows.get<UserRow>(keys.user);
  const company = rows.get<CompanyRow>(keys.company);
  const isGood = isTokenGood(rows.get<TokenRow>(keys.token), 'access', { user, nowMs: nowMs() });
  if (!isGood || !user || !company?.active) throw unauthorized();
  return { user, company };
};
