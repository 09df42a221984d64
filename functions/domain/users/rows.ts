import type { Key, Row } from '../../storage/table.ts';

/** A user of the legacy v1 API. */
export interface UserRow extends Row {
  type: 'user';
  username: string;
  /** argon2id, as a PHC string. */
  passwordHash: string;
  company: string;
  /** May act for the companies assigned to its own, but not claim whole orders. */
  agency: boolean;
  /** May cancel items that others created. */
  can_cancel: boolean;
  /** May list items. */
  can_list: boolean;
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

/** Wrong passwords for a user from a client within a minute. */
export interface SignInFailuresRow extends Row {
  type: 'sign-in-failures';
  failures: number;
}

export const signInFailuresKey = (clientId: string, username: string, minute: number): Key => ({
  pk: `SIGNIN#${clientId}#${username}`,
  sk: String(minute),
});
