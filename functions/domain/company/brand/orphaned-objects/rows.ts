import * as z from 'zod/mini';
import { dueAt } from '../../../../storage/due.ts';
import { rowCodec } from '../../../../storage/row-codec.ts';
import type { Key, Row } from '../../../../storage/table.ts';

/**
 * An object that is to go unless something refers to it by then. It is written before the object is put, so that a
 * function which dies in between leaves nothing behind; and when an object is no longer shown, so that it goes later.
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
