import * as z from 'zod/mini';
import { dueAt } from '../../../../storage/due.ts';
import { rowCodec } from '../../../../storage/row-codec.ts';
import type { Key, Row } from '../../../../storage/table.ts';

/**
 * An object that is deleted at `goesAtMs` unless something refers to it at that time. The row is written before the
 * object is stored, so that a crash leaves no orphaned object, and when an object is no longer used, so that it is
 * deleted later.
 */
export interface OrphanedObjectRow extends Row {
  type: 'leftover';
  company: string;
  bucket: 'documents' | 'pictures';
  /** Key of the object. */
  object: string;
  goesAtMs: number;
}

export const orphanedObjectKey = ({ bucket, object }: Pick<OrphanedObjectRow, 'bucket' | 'object'>): Key => ({
  pk: `LEFTOVER#${bucket}#${object}`,
  sk: 'leftover',
});

export const orphanedObjectCodec = rowCodec<OrphanedObjectRow>({
  type: 'leftover',
  version: 1,
  shape: () =>
    z.looseObject({
      company: z.string(),
      bucket: z.enum(['documents', 'pictures']),
      object: z.string(),
      goesAtMs: z.number(),
    }),
  indexes: ({ bucket, object, goesAtMs }) => dueAt('leftover', `${bucket}#${object}`, goesAtMs),
});
