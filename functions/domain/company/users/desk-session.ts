import { nowMs } from '../../../platform/clock.ts';
import { ApiError, notFound } from '../../../platform/errors.ts';
import { verifySignedText, signText } from '../../../platform/signed-text.ts';
import { rowUpdate } from '../../../storage/row-update.ts';
import { PRESENT, deleteRow, getRow, getRows, putRow, updateRow } from '../../../storage/table.ts';
import { unlessRefused } from '../../../storage/unless-refused.ts';
import { refusedAsRateLimited } from '../../../storage/limits/limit-exceeded.ts';
import { cancel, confirm, type Limit } from '../../../storage/limits/sliding-window.ts';
import { companyKey, type CompanyRow } from '../companies/rows.ts';
import { UNKNOWN_USER_HASH, verifyPassword } from './passwords.ts';
import { canActOn } from '../settings/roles.ts';
import { deskSessionCodec, deskSessionKey, userKey, type DeskSessionRow, type UserRow } from './rows.ts';
import { hashToken, newAccessToken, parseToken, passwordMark } from './rules.ts';
import { consumeSecondFactorCode } from './second-factor.ts';
import { reserveAttempt, consumePasswordCheckLimit, attemptsOfSource, attemptsOfUser } from './sign-in-limits.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';

/** Lifetime of a session after sign-in, independent of its use. */
export const SESSION_MS = 12 * 3600_000;

/** The signed-in user at the desk. */
export interface AtDesk {
  session: DeskSessionRow;
  user: UserRow;
  /** The company of the user. */
  home: CompanyRow;
  /** The acting company. */
  company: CompanyRow;
}

const wrong = (): ApiError => new ApiError(401, 'invalid_credentials', 'The username or the password is wrong.');

/**
 * Opens a session with username and password. A user without a role gets the same error as after a wrong password, and
 * the check takes equally long. Returns the text of the cookie, or, for a user with a second factor, a challenge that
 * proves the password. Throws 401, and 429 after too many wrong attempts or too many checks for the IP address.
 */
export const openDeskSession = async (input: {
  username: string;
  password: string;
  address: string;
}): Promise<{ cookie: string } | { challenge: string }> => {
  await consumePasswordCheckLimit(input.address);
  const user = await userNamed(input.username);
  const company = user && (await getRow<CompanyRow>(companyKey(user.company), { consistent: true }));
  const known = user?.role !== undefined && company?.active === true ? user : undefined;
  const tries = await refusedAsRateLimited(
    reserveAttempt(triesOf(known, input)),
    'Too many wrong passwords. Nothing was checked; try again later.',
  );
  const isRight = await verifyPassword(input.password, known?.passwordHash || UNKNOWN_USER_HASH);
  if (!known || !isRight) {
    await Promise.all(tries.map(confirm));
    throw wrong();
  }
  await Promise.all(tries.map(cancel));
  return openDeskSessionOf(known);
};

/**
 * The user with a typed username. Without an exact match, tries lower case, because a keyboard may have capitalized it.
 */
const userNamed = async (typed: string): Promise<UserRow | undefined> => {
  const exact = await getRow<UserRow>(userKey(typed), { consistent: true });
  const lower = typed.toLowerCase();
  return exact || lower === typed ? exact : getRow<UserRow>(userKey(lower), { consistent: true });
};

/** Opens a session for a user whose password was checked, or requests the second factor. */
export const openDeskSessionOf = async (user: UserRow): Promise<{ cookie: string } | { challenge: string }> =>
  user.factor === undefined ? { cookie: await putSession(user) } : { challenge: challengeFor(user) };

const CHALLENGE = 'desk-second-factor';
/** Time to enter the code. */
const CHALLENGE_MS = 10 * MINUTE_MS;

interface Challenge {
  username: string;
  passwordMark: string;
  factor: string | undefined;
  untilMs: number;
}

const challengeFor = (user: UserRow): string => {
  const { username, factor } = user;
  const challenge: Challenge = { username, factor, passwordMark: passwordMark(user), untilMs: nowMs() + CHALLENGE_MS };
  return signText(CHALLENGE, JSON.stringify(challenge));
};

/** 401: the password must be entered again, because the challenge has expired or the user has changed. */
const challengeOver = (): ApiError => new ApiError(401, 'challenge_over', 'Sign in again.');

/**
 * Opens a session with a code of the second factor, after the password was checked. Returns the text of the cookie.
 * Throws 401 `challenge_over`, 422 `wrong_code`, 429.
 */
export const openDeskSessionWithCode = async (input: { challenge: string; code: string }): Promise<string> => {
  const text = verifySignedText(CHALLENGE, input.challenge);
  if (text === undefined) throw challengeOver();
  const challenge = JSON.parse(text) as Challenge;
  const user = await getRow<UserRow>(userKey(challenge.username), { consistent: true });
  const isValid =
    user?.role !== undefined &&
    challenge.untilMs > nowMs() &&
    challenge.passwordMark === passwordMark(user) &&
    challenge.factor === user.factor;
  if (!isValid) throw challengeOver();
  await consumeSecondFactorCode(user, input.code);
  return putSession(user);
};

/**
 * Limits that the desk shares with the legacy API, so that wrong attempts at both are counted together. All spellings
 * of an unknown name count together like those of a user, because the limit would otherwise reveal who exists.
 */
const triesOf = (known: UserRow | undefined, { username, address }: { username: string; address: string }): Limit[] => [
  attemptsOfUser(known ? `user#${known.username}` : `nobody#desk#${username.toLowerCase()}`),
  attemptsOfSource(`address#${address}`),
];

const putSession = async (user: UserRow): Promise<string> => {
  const token = newAccessToken(user);
  const expiresAtMs = nowMs() + SESSION_MS;
  await putRow(
    deskSessionCodec.write({
      ...deskSessionKey(hashToken(token)),
      username: user.username,
      company: user.company,
      acting: user.company,
      passwordMark: passwordMark(user),
      ...(user.factor === undefined ? {} : { factor: user.factor }),
      ...(user.role === undefined ? {} : { role: user.role }),
      sessionVersion: user.sessionVersion ?? 0,
      expiresAtMs,
      ttl: Math.ceil(expiresAtMs / 1000),
    }),
  );
  return token;
};

/**
 * The user of a cookie, with current permissions and companies; undefined for an unknown or expired cookie, a deleted
 * user, a changed password, role or second factor, or an inactive company.
 */
export const findDeskSession = async (cookie: string): Promise<AtDesk | undefined> => {
  const token = parseToken(cookie);
  if (!token) return undefined;
  const keys = { session: deskSessionKey(token.hash), user: userKey(token.username), home: companyKey(token.company) };
  const rows = await getRows(Object.values(keys), { consistent: true });
  const [raw, user, home] = [rows.get(keys.session), rows.get<UserRow>(keys.user), rows.get<CompanyRow>(keys.home)];
  const session = raw && deskSessionCodec.read(raw);
  if (!session || !user || !home || !isGood(session, user) || !home.active) return undefined;
  return { session, user, home, company: await actingCompany(session, user, home) };
};

const isGood = (session: DeskSessionRow, user: UserRow): boolean =>
  session.expiresAtMs > nowMs() &&
  session.username === user.username &&
  session.company === user.company &&
  user.role !== undefined &&
  session.role === user.role &&
  (session.sessionVersion ?? 0) === (user.sessionVersion ?? 0) &&
  session.passwordMark === passwordMark(user) &&
  session.factor === user.factor;

/** The chosen company, or the user's own company if the user may no longer act for the chosen one. */
const actingCompany = async (session: DeskSessionRow, user: UserRow, home: CompanyRow): Promise<CompanyRow> => {
  if (session.acting === home.slug || !canActOn(user, home.assigned, session.acting)) return home;
  const acting = await getRow<CompanyRow>(companyKey(session.acting));
  return acting?.active ? acting : home;
};

/** Does not recreate a session that has ended concurrently. */
const changeSession = async (session: DeskSessionRow, set: Record<string, unknown>): Promise<void> => {
  await unlessRefused(updateRow(rowUpdate({ key: session, set, if: PRESENT })));
};

/** Ends the session of a cookie, if any. */
export const closeDeskSession = async (cookie: string): Promise<void> => {
  const token = parseToken(cookie);
  if (token) await deleteRow(deskSessionKey(token.hash));
};

/** A company that the user may choose; undefined for any other. */
export const choosableCompany = async ({ user, home }: AtDesk, slug: string): Promise<CompanyRow | undefined> => {
  if (!canActOn(user, home.assigned, slug)) return undefined;
  const company = await getRow<CompanyRow>(companyKey(slug));
  return company?.active ? company : undefined;
};

/** Chooses the acting company. Throws 404 for a company that the user may not act for. */
export const chooseCompany = async (at: AtDesk, slug: string): Promise<void> => {
  if (!(await choosableCompany(at, slug))) throw notFound('company');
  await changeSession(at.session, { acting: slug });
};

export const chooseLanguage = async ({ session }: AtDesk, language: string): Promise<void> => {
  await changeSession(session, { language });
};
