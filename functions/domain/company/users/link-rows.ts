import * as z from 'zod/mini';
import { LINK_KINDS, type LinkKind } from './link-kinds.ts';
import { rowCodec } from '../../../storage/row-codec.ts';
import type { Key, Row } from '../../../storage/table.ts';

/**
 * The newest link of a kind that was emailed to a user. The link itself is signed and not stored; a newer link replaces
 * it.
 */
export interface UserLinkRow extends Row {
  type: 'user-link';
  kind: LinkKind;
  username: string;
  company: string;
  /** Id in the link. */
  id: string;
  email: string;
  /** For a reset: mark of the password to replace. The link is no longer valid once the password has changed. */
  passwordMark?: string;
  /** Language of the request; default: the language of the company. */
  language?: string;
  createdAtMs: number;
  expiresAtMs: number;
  /** Set once the link is used. A link works once. */
  usedAtMs?: number;
}

export const userLinkKey = (username: string, kind: LinkKind): Key => ({ pk: `USER#${username}`, sk: `link#${kind}` });

export const userLinkCodec = rowCodec<UserLinkRow>({
  type: 'user-link',
  version: 1,
  shape: () =>
    z.looseObject({
      kind: z.enum(LINK_KINDS),
      username: z.string(),
      company: z.string(),
      id: z.string(),
      email: z.string(),
      passwordMark: z.optional(z.string()),
      language: z.optional(z.string()),
      createdAtMs: z.number(),
      expiresAtMs: z.number(),
      usedAtMs: z.optional(z.number()),
    }),
});

/** A request to reset the passwords of the users with an email address, if there are such users. */
export interface PasswordResetRow extends Row {
  type: 'password-reset';
  id: string;
  email: string;
  language: string;
  atMs: number;
}
