import { pages } from '../../../platform/messages/pages.ts';
import { randomBytes } from 'node:crypto';
import { nameSubject } from '../../../platform/cause.ts';
import { nowMs } from '../../../platform/clock.ts';
import { conflict, invalid, notFound, ApiError } from '../../../platform/errors.ts';
import { assertMatches, preconditionFailed } from '../../../platform/preconditions.ts';
import { membersAre } from '../../../storage/conditions.ts';
import { changeRow } from '../../../storage/change-row.ts';
import {
  recordReplyWrite,
  recordReplyWrites,
  type Reply,
  type IdempotencyRecord,
} from '../../../storage/idempotency.ts';
import { ABSENT, getRow, type RowSet } from '../../../storage/table.ts';
import type { Write } from '../../../storage/transactions.ts';
import { assertFits, cleanEdits } from './clean.ts';
import { changePage } from './change-page.ts';
import { loadPage } from './load.ts';
import { draftTag, presentDraft } from './present.ts';
import { loadRevision } from './read.ts';
import { applyEdits, composeEdits, editsTo } from './rules.ts';
import { closedDraftKey, draftCodec, draftKey, pageKey, type DraftRow, type OrderPageRow } from './rows.ts';
import type { CreateDraftBody, DraftStatus, PageEdits, UpdateDraftBody } from './schema.ts';
import { visibleOrNull } from '../../../platform/visible.ts';

const OPEN_DRAFTS_MAX = 20;

/** Name of a draft's write in a transaction. */
export const DRAFT_WRITE = 'draft';

const PAGE_CHECK = 'page';

export const draftClosed = (status: Exclude<DraftStatus, 'open'>): ApiError =>
  conflict('draft_closed', pages('draft_closed', { status }));

const isDraftId = (text: string): boolean => /^opd_[0-9a-f]{32}$/.test(text);

const tooManyDrafts = (): ApiError =>
  conflict('too_many_drafts', pages('too_many_drafts', { maximum: OPEN_DRAFTS_MAX }));

/** The base revision of a draft, if given. Throws 422 for an unknown revision, or a revision of another page. */
const revisionToBeginWith = async (slug: string, id: string | null | undefined) => {
  if (id === undefined || id === null) return undefined;
  return loadRevision(slug, id).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    throw invalid('from_revision', pages('revision_unknown'));
  });
};

/** POST /v2/order-page/drafts. Returns 201. Throws 409 `too_many_drafts` and 422. */
export const createDraft = async (
  slug: string,
  body: CreateDraftBody,
  idempotency: IdempotencyRecord,
): Promise<Reply> => {
  const from = await revisionToBeginWith(slug, body.from_revision);
  const loaded = await loadPage(slug, { named: () => [from?.values ?? {}, body.values ?? {}] });
  const { fields, page: live } = loaded;
  const start = from ? editsTo(live.values, from.values) : {};
  const accepted = await cleanEdits(fields, applyEdits(live.values, start), body.values ?? {});
  const edits = composeEdits(start, accepted);
  const id = `opd_${randomBytes(16).toString('hex')}`;
  nameSubject({ draft_id: id });
  return changePage<Reply>({
    loaded,
    decide: (page, nowMs) => {
      if (page.openDrafts >= OPEN_DRAFTS_MAX) throw tooManyDrafts();
      assertFits(applyEdits(page.values, edits));
      const draft = draftCodec.write({
        ...draftKey(slug, id),
        version: 1,
        id,
        company: slug,
        baseRevision: from?.revision.number ?? live.revision,
        edits,
        note: visibleOrNull(body.note),
        status: 'open',
        createdAtMs: nowMs,
        updatedAtMs: nowMs,
      });
      const shown = presentDraft(draft, page, { fields, lang: undefined });
      const reply: Reply = { status: 201, headers: { ETag: shown.etag }, body: shown };
      const also: Write[] = [
        { put: draft, condition: ABSENT, name: DRAFT_WRITE },
        recordReplyWrite(idempotency, reply),
      ];
      return { row: { ...page, openDrafts: page.openDrafts + 1 }, also, result: reply };
    },
  });
};

const draftAmong = (rows: RowSet, slug: string, id: string): DraftRow | undefined => {
  const raw = rows.get(draftKey(slug, id)) ?? rows.get(closedDraftKey(slug, id));
  const draft = raw && draftCodec.read(raw);
  return draft && !isExpired(draft) ? draft : undefined;
};

const isExpired = ({ ttl }: DraftRow): boolean => ttl !== undefined && ttl * 1000 <= nowMs();

/** The draft and its page. Throws 404 for an unknown id. */
export const loadDraft = async (slug: string, id: string, edits: PageEdits = {}) => {
  if (!isDraftId(id)) throw notFound('draft');
  const loaded = await loadPage(slug, {
    keys: [draftKey(slug, id), closedDraftKey(slug, id)],
    named: (rows) => [draftAmong(rows, slug, id)?.edits ?? {}, edits],
  });
  const draft = draftAmong(loaded.rows, slug, id);
  if (!draft) throw notFound('draft');
  return { ...loaded, draft };
};

/** GET /v2/order-page/drafts/{id}, with its tag. */
export const readDraft = async (slug: string, id: string, lang: string | undefined) => {
  const { draft, page, fields } = await loadDraft(slug, id);
  return { tag: draftTag(draft, page), body: presentDraft(draft, page, { fields, lang }) };
};

/** GET /v2/order-page/drafts: lists the open drafts, newest first. */
export const listDrafts = async (slug: string, lang: string | undefined) => {
  const { page, fields, drafts } = await loadPage(slug, { drafts: true });
  const newestFirst = drafts.map(draftCodec.read).toSorted((a, b) => b.createdAtMs - a.createdAtMs);
  return {
    object: 'list' as const,
    data: newestFirst.map((draft) => presentDraft(draft, page, { fields, lang })),
    has_more: false,
    next_cursor: null,
  };
};

/** PATCH /v2/order-page/drafts/{id}. Throws 404, 409 `draft_closed`, 412 and 422. */
export const updateDraft = async (
  slug: string,
  id: string,
  change: { body: UpdateDraftBody; ifMatch: string | undefined; idempotency: IdempotencyRecord | undefined },
): Promise<Reply> => {
  const { values = {}, note } = change.body;
  const loaded = await loadDraft(slug, id, values);
  if (loaded.draft.status !== 'open') throw draftClosed(loaded.draft.status);
  const { fields, page } = loaded;
  assertMatches(change.ifMatch, draftTag(loaded.draft, page));
  const accepted = await cleanEdits(fields, applyEdits(page.values, loaded.draft.edits), values);
  return changeRow<DraftRow, Reply>({
    key: draftKey(slug, id),
    codec: draftCodec,
    seed: loaded.draft,
    decide: async (row, nowMs) => {
      if (!row) throw await closedMeanwhile(slug, id);
      if (row.status !== 'open') throw draftClosed(row.status);
      assertMatches(change.ifMatch, draftTag(row, page));
      const edits = composeEdits(row.edits, accepted);
      assertFits(applyEdits(page.values, edits));
      const next = { ...row, edits, updatedAtMs: nowMs, ...(note === undefined ? {} : { note: visibleOrNull(note) }) };
      const shown = presentDraft({ ...next, version: row.version + 1 }, page, { fields, lang: undefined });
      const reply: Reply = { status: 200, headers: { ETag: shown.etag }, body: shown };
      const record = recordReplyWrites(change.idempotency, reply);
      return { row: next, also: [unchangedPage(page), ...record], result: reply };
    },
    // The page was published in the meantime.
    refused: (failure) => (failure.name === PAGE_CHECK ? preconditionFailed() : undefined),
  });
};

/**
 * The error for a draft that was closed in the meantime. Closing a draft moves its row, so that concurrent changes
 * fail.
 */
const closedMeanwhile = async (slug: string, id: string): Promise<ApiError> => {
  const raw = await getRow(closedDraftKey(slug, id), { consistent: true });
  const status = raw && draftCodec.read(raw).status;
  return status === undefined || status === 'open' ? notFound('draft') : draftClosed(status);
};

/** A draft's tag includes the page, so a change to the draft is conditional on the page's revision. */
const unchangedPage = (page: OrderPageRow): Write => ({
  check: pageKey(page.company),
  condition: membersAre({ revision: page.revision }),
  name: PAGE_CHECK,
});
