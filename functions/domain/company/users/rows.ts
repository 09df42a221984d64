import * as z from 'zod/mini';
import { foldEmail } from '../../../platform/email-address.ts';
import { rowCodec } from '../../../storage/row-codec.ts';
import type { IndexKeys, Key, Row } from '../../../storage/table.ts';
import type { DeskRole } from '../settings/roles.ts';

/** A user of the desk and of the legacy v1 API. */
export interface UserRow extends Row {
  type: 'user';
  username: string;
  /** argon2id, as a PHC string; empty without a password. */
  passwordHash: string;
  company: string;
  /** Email address to which links are emailed; absent: none are sent. */
  email?: string;
  /** End of the newest invitation, until accepted. */
  invitedUntilMs?: number;
  /** May act for the companies that are assigned to the user's company, but not claim whole orders. */
  agency: boolean;
  /** May cancel items created by others. */
  can_cancel: boolean;
  /** May list items. */
  can_list: boolean;
  /** Role at the desk; absent: no access to the desk. */
  role?: DeskRole;
  /** Id of the second factor required at sign-in. */
  factor?: string;
  /** Set once an administrator or the user has changed the row. Imports leave it unchanged. */
  managed?: boolean;
  /** Set if the user was removed and cannot sign in. The username stays reserved. */
  removedAtMs?: number;
  /**
   * Number of changes by imports, API and desk, without changes to the second factor and to the password of a signed-in
   * user.
   */
  version?: number;
  /**
   * Number of changes through the API and the desk. An import must not overwrite a change of this kind that is made
   * while the import runs.
   */
  edits?: number;
  /**
   * Number of changes to the role and the second factor, so that changing back does not revive a session that such a
   * change ended.
   */
  sessionVersion?: number;
}

/** A client of the legacy v1 API's token endpoint. */
export interface OAuthClientRow extends Row {
  type: 'oauth-client';
  clientId: string;
  /** argon2id, as a PHC string. */
  secretHash: string;
  company: string;
}

export const userKey = (username: string): Key => ({ pk: `USER#${username}`, sk: 'user' });

/** The users of a company by username. */
export const usersOf = (company: string) => ({ index: 'ix1', partition: `${company}#users` }) as const;

/** The users with an email address, of all companies. */
export const usersAt = (email: string) => ({ index: 'ix2', partition: `USEREMAIL#${foldEmail(email)}` }) as const;

export const userIndex = ({
  company,
  username,
  email,
}: Pick<UserRow, 'company' | 'username'> & { email?: string | undefined }): IndexKeys => ({
  ix1pk: usersOf(company).partition,
  ix1sk: username,
  ...(email === undefined ? {} : { ix2pk: usersAt(email).partition, ix2sk: username }),
});

export const oauthClientKey = (clientId: string): Key => ({ pk: `OAUTHCLIENT#${clientId}`, sk: 'client' });

/** A token of the legacy v1 API. Only its hash is stored, as the key. */
export interface TokenRow extends Row {
  type: 'token';
  kind: 'access' | 'refresh';
  username: string;
  company: string;
  clientId: string;
  /** Hash of the password when the token was issued: a new password ends the token. */
  passwordMark: string;
  expiresAtMs: number;
}

export const tokenKey = (tokenHash: string): Key => ({ pk: `TOKEN#${tokenHash}`, sk: 'token' });

/** Wrong attempts for a user, or from a client or an IP address, within a quarter of an hour. */
export const signInTriesKey = (whose: string): Key => ({ pk: `SIGNIN#${whose}`, sk: 'tries' });

/** Checks of passwords and client secrets for an IP address in the current minute. */
export const passwordChecksKey = (address: string): Key => ({ pk: `SIGNIN#address#${address}`, sk: 'checks' });

/** A session at the desk. Only the hash of the cookie is stored, as the key. */
export interface DeskSessionRow extends Row {
  type: 'desk-session';
  username: string;
  /** The company of the user. */
  company: string;
  /**
   * The acting company: differs from `company` if a user of an agency or a system administrator has chosen another one.
   */
  acting: string;
  /** Hash of the password at sign-in: a new password ends the session. */
  passwordMark: string;
  /** The second factor at sign-in: its change or removal ends the session. */
  factor?: string;
  /** The role at sign-in: a new role ends the session. */
  role?: string;
  /** `sessionVersion` of the user at sign-in. */
  sessionVersion?: number;
  /** Chosen by the user; default: the browser's language. */
  language?: string;
  expiresAtMs: number;
}

export const deskSessionKey = (tokenHash: string): Key => ({ pk: `DESKSESSION#${tokenHash}`, sk: 'session' });

export const deskSessionCodec = rowCodec<DeskSessionRow>({
  type: 'desk-session',
  version: 1,
  shape: () =>
    z.looseObject({
      username: z.string(),
      company: z.string(),
      acting: z.string(),
      passwordMark: z.string(),
      factor: z.optional(z.string()),
      role: z.optional(z.string()),
      sessionVersion: z.optional(z.number()),
      language: z.optional(z.string()),
      expiresAtMs: z.number(),
    }),
});
