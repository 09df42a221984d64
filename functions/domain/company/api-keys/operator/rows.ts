import * as z from 'zod/mini';
import { rowCodec } from '../../../../storage/row-codec.ts';
import type { Key, Row } from '../../../../storage/table.ts';

/** A key of the operator of the service, without a company. Only the hash of its secret is stored. */
export interface OperatorKeyRow extends Row {
  type: 'operator-key';
  /** 32 hexadecimal characters. */
  keyId: string;
  /** Its owner or purpose. */
  label: string;
  secretHash: string;
  createdAtMs: number;
  /** If absent, the key does not expire. */
  expiresAtMs?: number;
  revokedAtMs?: number;
}

export const operatorKeyKey = (keyId: string): Key => ({ pk: `OPERATORKEY#${keyId}`, sk: 'key' });

/** The part before `#` is an empty slug, so that the partition cannot be that of a company. */
const PARTITION = '#operator-keys';

/** All operator keys, oldest first. */
export const operatorKeys = () => ({ index: 'ix1', partition: PARTITION }) as const;

export const operatorKeyCodec = rowCodec<OperatorKeyRow>({
  type: 'operator-key',
  version: 1,
  shape: () =>
    z.looseObject({
      keyId: z.string(),
      label: z.string(),
      secretHash: z.string(),
      createdAtMs: z.number(),
      expiresAtMs: z.optional(z.number()),
      revokedAtMs: z.optional(z.number()),
    }),
  indexes: ({ createdAtMs, keyId }) => ({
    ix1pk: PARTITION,
    ix1sk: `${String(createdAtMs).padStart(16, '0')}#${keyId}`,
  }),
});
