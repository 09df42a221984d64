import { assertMatches } from '../../../platform/preconditions.ts';
import { recordReplyWrite, type Reply, type IdempotencyRecord } from '../../../storage/idempotency.ts';
import { applyEdits } from './rules.ts';
import { changePage } from './change-page.ts';
import { cleanEdits } from './clean.ts';
import { loadPage } from './load.ts';
import { pageTag, presentPage, presentWholeRevision } from './present.ts';
import { publicationPreview } from './preview.ts';
import { nextRevision } from './publish.ts';
import { loadRevision } from './read.ts';
import type { OrderPageRow } from './rows.ts';
import type { PageEdits, Publisher } from './schema.ts';

/** PATCH /v2/order-page: changes the live page, as a new revision. Throws 404, 412 and 422. */
export const patchPage = async (
  slug: string,
  change: { edits: PageEdits; ifMatch: string | undefined; by: Publisher },
) => {
  const loaded = await loadPage(slug, { named: () => [change.edits] });
  const { fields } = loaded;
  const accepted = await cleanEdits(fields, loaded.page.values, change.edits);
  const page = await changePage<OrderPageRow>({
    loaded,
    decide: (current, nowMs) => {
      assertMatches(change.ifMatch, pageTag(current));
      const values = applyEdits(current.values, accepted);
      const { page, writes } = nextRevision(current, { company: loaded.company, values, by: change.by }, nowMs);
      return { row: page, also: writes, result: page };
    },
  });
  return { tag: pageTag(page), body: presentPage(page, { fields, lang: undefined }) };
};

/**
 * POST /v2/order-page/revisions/{id}/restore: publishes the values of an earlier revision as the newest revision.
 * Values that the current fields do not support are kept and ignored. Throws 404, and 422 on `values.open` when the
 * page must not be open.
 */
export const restoreRevision = async (
  slug: string,
  restoration: { id: string; by: Publisher; idempotency: IdempotencyRecord },
): Promise<Reply> => {
  const { revision, values } = await loadRevision(slug, restoration.id);
  const loaded = await loadPage(slug, { named: () => [values] });
  return changePage<Reply>({
    loaded,
    decide: (page, nowMs) => {
      const publication = { company: loaded.company, values, by: restoration.by, restoredFrom: revision.id };
      const next = nextRevision(page, publication, nowMs);
      const shown = presentWholeRevision(next.revision, values, { fields: loaded.fields, lang: undefined });
      const reply: Reply = { status: 200, body: shown };
      const also = [...next.writes, recordReplyWrite(restoration.idempotency, reply)];
      return { row: next.page, also, result: reply, preview: () => publicationPreview(page, next, loaded.fields) };
    },
  });
};
