import { randomBytes } from 'node:crypto';
import { ABSENT } from '../../../storage/table.ts';
import type { Write } from '../../../storage/transactions.ts';
import { invalidFields } from '../../../platform/errors.ts';
import type { CompanyRow } from '../../company/companies/rows.ts';
import { assertFits } from './clean.ts';
import { openingFault } from './opening.ts';
import { changedPaths } from './rules.ts';
import {
  revisionCodec,
  revisionKey,
  revisionValuesCodec,
  revisionValuesKey,
  type OrderPageRow,
  type RevisionRow,
} from './rows.ts';
import type { PageValues, Publisher } from './schema.ts';

/** Input for a new revision. */
interface Publication {
  /** Company of the page. */
  company: CompanyRow;
  values: PageValues;
  by: Publisher;
  note?: string | null;
  restoredFrom?: string;
}

/** A page with its next revision, and the writes that must commit with it. */
export interface PublishedPage {
  page: OrderPageRow;
  revision: RevisionRow;
  writes: Write[];
}

const ID_BYTES = 16;
const NUMBER_BYTES = 4;

/** `opr_` + 32 hex digits: first the number, by which the row is found, then random digits. */
const revisionIdFor = (number: number): string => {
  const bytes = randomBytes(ID_BYTES);
  bytes.writeUInt32BE(number);
  return `opr_${bytes.toString('hex')}`;
};

/** The number of a revision id, or undefined for an invalid id. */
export const revisionNumberOf = (id: string): number | undefined =>
  /^opr_[0-9a-f]{32}$/.test(id)
    ? Buffer.from(id.slice('opr_'.length), 'hex').subarray(0, NUMBER_BYTES).readUInt32BE()
    : undefined;

/**
 * The next revision of a page. The history is append-only, so the rows of a revision must be new. The page row has the
 * newest number and serializes changes. Throws 422 when the values are too large, and on `values.open` when the page
 * must not be open.
 */
export const nextRevision = (page: OrderPageRow, publication: Publication, nowMs: number): PublishedPage => {
  const { company, values, by, note = null, restoredFrom = null } = publication;
  assertFits(values);
  const fault = openingFault(company, values);
  if (fault !== undefined) throw invalidFields({ 'values.open': [fault] });
  const number = page.revision + 1;
  const revision = revisionCodec.write({
    ...revisionKey(page.company, number),
    id: revisionIdFor(number),
    company: page.company,
    number,
    changed: changedPaths(page.values, values),
    note,
    publishedAtMs: nowMs,
    publishedBy: by,
    restoredFrom,
  });
  const valuesRow = revisionValuesCodec.write({ ...revisionValuesKey(page.company, number), values });
  return {
    page: {
      ...page,
      revision: number,
      revisionId: revision.id,
      values,
      updatedAtMs: nowMs,
      wasOpen: page.wasOpen === true || values['open'] === true,
    },
    revision,
    writes: [
      { put: revision, condition: ABSENT, name: 'revision' },
      { put: valuesRow, condition: ABSENT, name: 'revision-values' },
    ],
  };
};
