import { randomBytes } from 'node:crypto';
import { nowMs } from '../../../platform/clock.ts';
import type { LinkKind } from './link-kinds.ts';
import { userLinkCodec, userLinkKey, type PasswordResetRow, type UserLinkRow } from './link-rows.ts';
import type { UserRow } from './rows.ts';
import { passwordMark } from './rules.ts';
import { HOUR_MS } from '../../../platform/durations.ts';

const VALID_MS: Readonly<Record<LinkKind, number>> = { invitation: 7 * 24 * HOUR_MS, reset: HOUR_MS };

const ID_BYTES = 16;
/** A used link is kept for longer than a queue redelivers its request. */
const KEPT_SECONDS = 30 * 24 * 3600;

interface Recipient extends Pick<UserRow, 'username' | 'company'> {
  passwordHash?: string;
  email?: string | undefined;
}

/** Creates a link for a user with an email address (lib/reference/users.md#invitations). */
export const newLink = (
  kind: LinkKind,
  { username, company, passwordHash = '', email = '' }: Recipient,
  { id = randomBytes(ID_BYTES).toString('hex'), language }: { id?: string; language?: string | undefined } = {},
): UserLinkRow => {
  const createdAtMs = nowMs();
  const expiresAtMs = createdAtMs + VALID_MS[kind];
  return userLinkCodec.write({
    ...userLinkKey(username, kind),
    kind,
    username,
    company,
    id,
    email,
    ...(kind === 'reset' ? { passwordMark: passwordMark({ passwordHash }) } : {}),
    ...(language === undefined ? {} : { language }),
    createdAtMs,
    expiresAtMs,
    ttl: Math.ceil(expiresAtMs / 1000) + KEPT_SECONDS,
  });
};

const REQUEST_SECONDS = 24 * 3600;

export const passwordResetRow = ({ email, language }: { email: string; language: string }): PasswordResetRow => {
  const id = crypto.randomUUID();
  const atMs = nowMs();
  return {
    pk: `PASSWORDRESET#${id}`,
    sk: 'request',
    type: 'password-reset',
    v: 1,
    id,
    email,
    language,
    atMs,
    ttl: Math.ceil(atMs / 1000) + REQUEST_SECONDS,
  };
};
