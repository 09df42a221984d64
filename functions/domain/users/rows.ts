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

/** Passwords tried for a user, or from a client, within a quarter of an hour and not found right. */
export const signInTriesKey = (whose: string, window: string): Key => ({ pk: `SIGNIN#${whose}`, sk: window });
