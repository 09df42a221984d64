import * as z from 'zod/mini';
import { rowCodec } from '../../../storage/row-codec.ts';
import type { Key, Row } from '../../../storage/table.ts';

/** A person who unsubscribed from the reminders of a company. */
interface UnsubscribedRow extends Row {
  type: 'unsubscribed';
  company: string;
  atMs: number;
}

export const unsubscribedKey = (company: string, name: string): Key => ({
  pk: `UNSUBSCRIBED#${company}#${name}`,
  sk: 'reminders',
});

export const unsubscribedCodec = rowCodec<UnsubscribedRow>({
  type: 'unsubscribed',
  version: 1,
  shape: () => z.looseObject({ company: z.string(), atMs: z.number() }),
});
