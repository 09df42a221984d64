import { createHash } from 'node:crypto';
import { foldEmail, isEmailAddress } from '../../../platform/email-address.ts';
import { refusedAsRateLimited } from '../../../storage/limits/limit-exceeded.ts';
import { confirm } from '../../../storage/limits/sliding-window.ts';
import { getRows, putRow, queryPage, type Key } from '../../../storage/table.ts';
import { unlessRefused } from '../../../storage/unless-refused.ts';
import { companyKey, type CompanyRow } from '../companies/rows.ts';
import type { PasswordResetRow } from './link-rows.ts';
import { isExistingUser } from './manage-rules.ts';
import { newLink, passwordResetRow } from './new-link.ts';
import { usersAt, type UserRow } from './rows.ts';
import { reserveAttempt, attemptsOfSource, attemptsOfUser } from './sign-in-limits.ts';

/**
 * Records a password reset for the users with an email address (lib/reference/users.md#forgotten-passwords). A worker
 * creates the links later, so that the duration of the request does not reveal whether such users exist. `address` is
 * the client's IP address. Throws 429 above the sign-in limits.
 */
export const requestPasswordReset = async (input: {
  email: string;
  address: string;
  language: string;
}): Promise<void> => {
  const email = foldEmail(input.email);
  const limits = [attemptsOfUser(`reset#${hashOf(email)}`), attemptsOfSource(`address#${input.address}`)];
  const tries = await refusedAsRateLimited(
    reserveAttempt(limits),
    'Too many requests for this address. Try again later.',
  );
  await Promise.all(tries.map(confirm));
  if (isEmailAddress(email)) await putRow(passwordResetRow({ email, language: input.language }));
};

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Maximum number of users with the same email address that get a link. */
const USERS_MAX = 10;

/**
 * Creates a link for each active user with the email address of a request. A redelivered request creates each link only
 * once, even if the link was used in the meantime.
 */
export const createResetLinks = async ({
  id,
  email,
  language,
  atMs,
}: Pick<PasswordResetRow, 'id' | 'email' | 'language' | 'atMs'>): Promise<void> => {
  const { rows: keys } = await queryPage<Key>({ ...usersAt(email), limit: USERS_MAX });
  const rows = await getRows(keys, { consistent: true });
  const users = keys.flatMap((key) => rows.get<UserRow>(key) ?? []).filter((user) => mayReset(user, email));
  const companies = await getRows(users.map(({ company }) => companyKey(company)));
  for (const user of users) {
    if (!companies.get<CompanyRow>(companyKey(user.company))?.active) continue;
    const linkId = createHash('sha256').update(`${id}\n${user.username}`).digest('hex').slice(0, 32);
    const row = newLink('reset', user, { id: linkId, language });
    await putUnlessNewer(row, atMs);
  }
};

/** Whether a user gets a link. An invited user does not, because administrators can resend the invitation. */
const mayReset = (user: UserRow, email: string): boolean =>
  isExistingUser(user) &&
  user.invitedUntilMs === undefined &&
  user.email !== undefined &&
  foldEmail(user.email) === email;

const putUnlessNewer = async (row: ReturnType<typeof newLink>, atMs: number): Promise<void> => {
  const condition = {
    expression: 'attribute_not_exists(pk) OR (id <> :id AND createdAtMs <= :at)',
    values: { ':id': row.id, ':at': atMs },
  };
  await unlessRefused(putRow(row, condition));
};
