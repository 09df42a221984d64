import { invalidFields } from '../../../platform/errors.ts';
import { assertMatches } from '../../../platform/preconditions.ts';
import { versionUnchanged } from '../../../storage/conditions.ts';
import { recordReplyWrite, type Reply, type IdempotencyRecord } from '../../../storage/idempotency.ts';
import type { Write } from '../../../storage/transactions.ts';
import { applyEdits, defaultLanguageFault } from './rules.ts';
import { changePage } from './change-page.ts';
import { DRAFT_WRITE, draftClosed, loadDraft } from './drafts.ts';
import { draftTag, presentWholeRevision } from './present.ts';
import { publicationPreview } from './preview.ts';
import { nextRevision } from './publish.ts';
import { closedDraftKey, draftCodec, draftKey, type DraftRow } from './rows.ts';
import type { DraftStatus, Publisher } from './schema.ts';

/** How long closed drafts stay readable. */
const KEPT_SECONDS = 30 * 24 * 3600;

/** Writes that move a draft to the closed drafts, if it is unchanged since it was read. */
const closeWrites = (draft: DraftRow, status: Exclude<DraftStatus, 'open'>, nowMs: number): Write[] => {
  const closed = draftCodec.write({
    ...draft,
    ...closedDraftKey(draft.company, draft.id),
    version: draft.version + 1,
    status,
    updatedAtMs: nowMs,
    ttl: Math.floor(nowMs / 1000) + KEPT_SECONDS,
  });
  return [
    {
      remove: draftKey(draft.company, draft.id),
      condition: versionUnchanged(draft),
      name: DRAFT_WRITE,
    },
    { put: closed, name: 'closed-draft' },
  ];
};

/** Returns the draft for each round: first as loaded, then from a new read each time. */
const roundsOf = (slug: string, id: string, first: DraftRow): (() => Promise<DraftRow>) => {
  let unused: DraftRow | undefined = first;
  return async () => {
    const draft = unused ?? (await loadDraft(slug, id)).draft;
    unused = undefined;
    return draft;
  };
};

/**
 * POST /v2/order-page/drafts/{id}/publish: publishes the draft. Throws 404, 409 `draft_closed`, 412 when draft or page
 * have changed since the caller read them (of two concurrent requests, only one succeeds), and 422 for a default
 * language that the page does not have, for values that are too large, and for a page that must not be open.
 */
export const publishDraft = async (
  slug: string,
  id: string,
  publication: { ifMatch: string | undefined; by: Publisher; idempotency: IdempotencyRecord },
): Promise<Reply> => {
  const loaded = await loadDraft(slug, id);
  const newest = roundsOf(slug, id, loaded.draft);
  return changePage<Reply>({
    loaded,
    decide: async (page, nowMs) => {
      const draft = await newest();
      if (draft.status !== 'open') throw draftClosed(draft.status);
      assertMatches(publication.ifMatch, draftTag(draft, page));
      const values = applyEdits(page.values, draft.edits);
      // The live page's languages may have changed since the draft chose one of them.
      const faults = defaultLanguageFault(loaded.fields, values, draft.edits);
      if (Object.keys(faults).length > 0) throw invalidFields(faults);
      const { by } = publication;
      const next = nextRevision(page, { company: loaded.company, values, by, note: draft.note }, nowMs);
      const shown = presentWholeRevision(next.revision, values, { fields: loaded.fields, lang: undefined });
      const reply: Reply = { status: 200, body: shown };
      return {
        row: { ...next.page, openDrafts: Math.max(0, page.openDrafts - 1) },
        also: [
          ...next.writes,
          ...closeWrites(draft, 'published', nowMs),
          recordReplyWrite(publication.idempotency, reply),
        ],
        result: reply,
        preview: () => publicationPreview(page, next, loaded.fields),
      };
    },
    refused: (failure) => (failure.name === DRAFT_WRITE ? 'again' : undefined),
  });
};

/**
 * DELETE /v2/order-page/drafts/{id}. Idempotent. Throws 404, and 409 for a published draft. With `ifMatch`, throws 412
 * when draft or page have changed since the caller read them.
 */
export const discardDraft = async (slug: string, id: string, { ifMatch }: { ifMatch?: string } = {}): Promise<void> => {
  const loaded = await loadDraft(slug, id);
  const newest = roundsOf(slug, id, loaded.draft);
  await changePage<void>({
    loaded,
    decide: async (page, nowMs) => {
      const draft = await newest();
      if (draft.status === 'discarded') return { result: undefined };
      if (draft.status === 'published') throw draftClosed(draft.status);
      assertMatches(ifMatch, draftTag(draft, page));
      return {
        row: { ...page, openDrafts: Math.max(0, page.openDrafts - 1) },
        also: closeWrites(draft, 'discarded', nowMs),
        result: undefined,
      };
    },
    refused: () => 'again',
  });
};
