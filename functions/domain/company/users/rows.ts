import * as z from 'zod/mini';
import { foldEmail } from '../../../platform/email-address.ts';
import { rowCodec } from '../../../storage/row-codec.ts';
import type { IndexKeys, Key, Row } from '../../../storage/table.ts';
import type { DeskRole } from '../settings/roles.ts';

/** A user of the legacy v1 API. */
export interface UserRow extends Row {
  type: 'user';
  username: string;
  /** argon2id, as a PHC string; empty while the user has none. */
  passwordHash: string;
  company: string;
  /** Where its links are sent; none are for a user without one. */
  email?: string;
  /** End of the newest invitation, while the user has not accepted one. */
  invitedUntilMs?: number;
  /** May act for the companies assigned to its own, but not claim whole orders. */
  agency: boolean;
  /** May cancel items that others created. */
  can_cancel: boolean;
  /** May list items. */
  can_list: boolean;
  /** What the user is at the desk; absent: the desk is closed to it. */
  role?: DeskRole;
  /** The second factor that is asked for at sign-in, by its id. */
  factor?: string;
  /** An administrator has made, changed or removed it at the desk: an import leaves it as it is. */
  managed?: boolean;
  /** It was removed: nobody signs in with it, and its name stays taken. */
  removedAtMs?: number;
  /** Counts changes by imports, API and desk. */
  version?: number;
  /** Counts those through API and desk, which an import must not overwrite unseen. */
  edits?: number;
}

/** A program that may ask for tokens of the legacy v1 API. */
export interface OAuthClientRow extends Row {
  type: 'oauth-client';
  clientId: string;
  /** argon2id, as a PHC string. */
  secretHash: string;
  company: string;
}

export const userKey = (username: string): Key => ({ pk: `USER#${username}`, sk: 'user' });

/** The users of a company by name. */
export const usersOf = (company: string) => ({ index: 'ix1', partition: `${company}#users` }) as const;

/** The users with an address, of whatever company. */
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

/** A token of the legacy v1 API. Only its hash is stored, and that is the key. */
export interface TokenRow extends Row {
  type: 'token';
  kind: 'access' | 'refresh';
  username: string;
  company: string;
  clientId: string;
  /** Of the password it was given for: with another password the token ends. */
  passwordMark: string;
  expiresAtMs: number;
}

export const tokenKey = (tokenHash: string): Key => ({ pk: `TOKEN#${tokenHash}`, sk: 'token' });

/** Passwords tried for a user, or from a client, within a quarter of an hour and not found right. */
export const signInTriesKey = (whose: string): Key => ({ pk: `SIGNIN#${whose}`, sk: 'tries' });

/** Passwords and client secrets checked for an address in its running minute. */
export const passwordChecksKey = (address: string): Key => ({ pk: `SIGNIN#address#${address}`, sk: 'checks' });

/** Somebody who has signed in at the desk. Only the hash of the cookie is stored, and that is the key. */
export interface DeskSessionRow extends Row {
  type: 'desk-session';
  username: string;
  /** The company of the user. */
  company: string;
  /** The company that is acted on: another one when an agency or a system administrator has chosen it. */
  acting: string;
  /** Of the password that opened it: with another password the session ends. */
  passwordMark: string;
  /** The second factor that was shown: with another one, or none any more, the session ends. */
  factor?: string;
  /** The role at sign-in: with another one the session ends. */
  role?: string;
  /** Chosen by the user; absent: what the browser asks for. */
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
      language: z.optional(z.string()),
      expiresAtMs: z.number(),
    }),
});
