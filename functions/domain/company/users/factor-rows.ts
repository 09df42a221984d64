import * as z from 'zod/mini';
import { rowCodec } from '../../../storage/row-codec.ts';
import type { Key, Row } from '../../../storage/table.ts';

/** The second factor of a user: in its own row, so that only sign-in reads it. */
export interface SecondFactorRow extends Row {
  type: 'second-factor';
  username: string;
  /** Changes with each setup. The user's row and sessions refer to the current id. */
  id: string;
  /** The secret, sealed for the user and the id. */
  sealed: string;
  /** Step of the newest code that was accepted: codes of this and earlier steps are not accepted again. */
  lastStep?: number;
  /** Hashes of the remaining recovery codes. */
  recovery: string[];
  /** When its secret was shown, after the password was checked. */
  begunAtMs: number;
  /** Increases with each used code, so that only one of several concurrent uses succeeds. */
  version: number;
}

export const secondFactorKey = (username: string): Key => ({ pk: `USER#${username}`, sk: 'second-factor' });

export const secondFactorCodec = rowCodec<SecondFactorRow>({
  type: 'second-factor',
  version: 1,
  shape: () =>
    z.looseObject({
      username: z.string(),
      id: z.string(),
      sealed: z.string(),
      lastStep: z.optional(z.number()),
      recovery: z.array(z.string()),
      begunAtMs: z.number(),
      version: z.number(),
    }),
});
