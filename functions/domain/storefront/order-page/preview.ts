import type { PageFieldDefinition } from './fields.ts';
import type { PublishedPage } from './publish.ts';
import { valuesThatCount } from './rules.ts';
import type { OrderPageRow } from './rows.ts';
import type { PageValues } from './schema.ts';

/** Changes that publishing would make, by field. The new revision has no id yet. */
export const publicationPreview = (
  before: OrderPageRow,
  { page, revision }: PublishedPage,
  fields: readonly PageFieldDefinition[],
) => {
  const { number, changed, note, restoredFrom } = revision;
  return {
    revision: number,
    changed,
    before: pick(valuesThatCount(fields, before.values), changed),
    after: pick(valuesThatCount(fields, page.values), changed),
    note,
    restored_from: restoredFrom,
  };
};

const pick = (values: PageValues, paths: readonly string[]): PageValues =>
  Object.fromEntries(paths.filter((path) => path in values).map((path) => [path, values[path]]));
