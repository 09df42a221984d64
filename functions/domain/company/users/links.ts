import { config } from '../../../platform/config.ts';
import { nowMs } from '../../../platform/clock.ts';
import { nameSubject } from '../../../platform/cause.ts';
import { foldEmail } from '../../../platform/email-address.ts';
import { ApiError } from '../../../platform/errors.ts';
import { verifySignedText, signText } from '../../../platform/signed-text.ts';
import { membersAre } from '../../../storage/conditions.ts';
import { rowUpdate } from '../../../storage/row-update.ts';
import { getRow, getRows } from '../../../storage/table.ts';
import { transact } from '../../../storage/transactions.ts';
import { unlessRefused } from '../../../storage/unless-refused.ts';
import { companyKey, type CompanyRow } from '../companies/rows.ts';
import { LINK_KINDS } from './link-kinds.ts';
import { userLinkCodec, userLinkKey, type UserLinkRow } from './link-rows.ts';
import { assertPassword, isExistingUser } from './manage-rules.ts';
import { hashPassword } from './passwords.ts';
import { userKey, type UserRow } from './rows.ts';
import { passwordMark } from './rules.ts';

type LinkIdentity = Pick<UserLinkRow, 'kind' | 'username' | 'id'>;

const signedText = ({ kind, username, id }: LinkIdentity): string =>
  signText('user-link', [kind, id, username].join('\n'));

/** URL of the page on which the user sets a password. It is a secret of the user. */
export const linkUrl = (link: LinkIdentity): string =>
  `${config.baseUrl()}/desk/set-password?token=${signedText(link)}`;

const parseLink = (token: string): LinkIdentity | undefined => {
  const [kind, id, username, ...rest] = verifySignedText('user-link', token)?.split('\n') ?? [];
  const known = LINK_KINDS.find((each) => each === kind);
  return known && id && username && rest.length === 0 ? { kind: known, id, username } : undefined;
};

/** A valid link. */
export interface OpenLink {
  link: UserLinkRow;
  user: UserRow;
  company: CompanyRow;
}

/** URL of the newest invitation of a user, for operators; undefined if there is none. */
export const findInvitationUrl = async (username: string): Promise<string | undefined> => {
  const raw = await getRow(userLinkKey(username, 'invitation'), { consistent: true });
  return raw && linkUrl(userLinkCodec.read(raw));
};

/** Whether a user of a company was invited at an email address, and can still accept. */
export const isInvited = async ({ username, company, email }: Pick<UserRow, 'username' | 'company' | 'email'>) => {
  const user = await getRow<UserRow>(userKey(username), { consistent: true });
  const isSame = isExistingUser(user) && user.company === company && user.email === email;
  return isSame && (user.invitedUntilMs ?? 0) > nowMs();
};

/**
 * Whether a user can still use a link: an invited user can accept an invitation, another user can reset the password. A
 * link that was sent to an earlier email address, or for an earlier password, is no longer valid.
 */
const fits = ({ kind, email, passwordMark: mark }: UserLinkRow, user: UserRow): boolean =>
  (kind === 'invitation') === (user.invitedUntilMs !== undefined) &&
  foldEmail(email) === foldEmail(user.email ?? '') &&
  (mark === undefined || mark === passwordMark(user));

/**
 * The link of a token; undefined when it is unknown, used, expired or replaced, its user no longer exists or can no
 * longer use it (`fits`), or its company is inactive.
 */
export const openLink = async (token: string): Promise<OpenLink | undefined> => {
  const named = parseLink(token);
  if (!named) return undefined;
  const keys = { link: userLinkKey(named.username, named.kind), user: userKey(named.username) };
  const rows = await getRows(Object.values(keys), { consistent: true });
  const [raw, user] = [rows.get(keys.link), rows.get<UserRow>(keys.user)];
  const link = raw && userLinkCodec.read(raw);
  if (!link || link.id !== named.id || link.usedAtMs !== undefined || link.expiresAtMs <= nowMs()) return undefined;
  if (!isExistingUser(user) || user.company !== link.company || !fits(link, user)) return undefined;
  const company = (await getRows([companyKey(user.company)])).get<CompanyRow>(companyKey(user.company));
  return company?.active ? { link, user, company } : undefined;
};

/** The link for an email to a user; undefined if it is no longer the newest link or no longer valid. */
export const linkToMail = async (named: LinkIdentity): Promise<OpenLink | undefined> => openLink(signedText(named));

/** 410: the link is no longer valid. */
const linkOver = (): ApiError =>
  new ApiError(410, 'link_over', 'This link was used already or has expired. Request a new one.');

/**
 * Sets the password of a user with a link, which can be used once. Only one of two concurrent requests succeeds. All
 * sessions and tokens of the user end. Returns the user. Throws 410 `link_over` and 422 `bad_password`.
 */
export const setPasswordByLink = async ({ link, user }: OpenLink, password: string): Promise<UserRow> => {
  assertPassword(password, user.username);
  nameSubject({ username: user.username });
  const passwordHash = await hashPassword(password);
  const set = { passwordHash, invitedUntilMs: undefined, managed: true };
  const isOpen = membersAre({ id: link.id, usedAtMs: undefined });
  const isSame = membersAre({ passwordHash: user.passwordHash, email: user.email, removedAtMs: undefined });
  const writes = [
    { update: rowUpdate({ key: link, set: { usedAtMs: nowMs() }, if: isOpen }) },
    // `add` increments the counts, so that they include a concurrent change, such as a new role.
    { update: rowUpdate({ key: user, set, add: { version: 1, edits: 1 }, if: isSame }) },
  ];
  if (!(await unlessRefused(transact(writes)))) throw linkOver();
  const { invitedUntilMs: _invited, ...rest } = user;
  return { ...rest, passwordHash, managed: true };
};
