import { templates } from '../../../platform/messages/templates.ts';
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { conflict, notFound } from '../../../platform/errors.ts';
import { assertMatches } from '../../../platform/preconditions.ts';
import { memberUnchanged } from '../../../storage/conditions.ts';
import { recordReplyWrite, type Reply, type IdempotencyRecord } from '../../../storage/idempotency.ts';
import { retryOnConflict } from '../../../storage/retry.ts';
import { transact, type Write } from '../../../storage/transactions.ts';
import { companyKey } from '../../company/companies/rows.ts';
import {
  registerObject,
  cancelDeletionWrite,
  scheduleDeletionWrite,
} from '../../company/brand/orphaned-objects/schedule-deletion.ts';
import { inStore, putPlaces } from './store.ts';
import { loadTemplate, type LoadedTemplate } from './load.ts';
import { presentTemplate, templateTag } from './present.ts';
import { isLostRace, placesFile, templateCodec, templateKey, templateWrite, type TemplateRow } from './rows.ts';
import { assertPlaces, isActive, placesOf, templateActive } from './rules.ts';
import type { TemplateBody } from '../../company/settings/template-schema.ts';

interface UpdateRequest {
  company: string;
  id: string;
  body: TemplateBody;
  ifMatch: string | undefined;
  idempotency: IdempotencyRecord;
}

/** 409 for a change to the default template, which is derived from the brand. */
export const defaultStays = () => conflict('template_active', templates('default_template'));

/**
 * Checks that the active templates are unchanged, so that the changed template is still inactive when the transaction
 * commits.
 */
export const notActiveCheck = ({ company }: LoadedTemplate): Write => ({
  name: 'company',
  check: companyKey(company.slug),
  condition: memberUnchanged('pdf_templates', company.pdf_templates),
});

const PREVIEW_MS = 10 * 60 * 1000;

/** Changes name, product type and layout of an inactive template and returns 200. Throws 404, 409, 412, 422 and 503. */
export const updateTemplate = async (request: UpdateRequest): Promise<Reply> => {
  const { company, id, body, ifMatch, idempotency } = request;
  return retryOnConflict(async () => {
    const loaded = await loadTemplate(company, id);
    const { row } = loaded;
    if (row.state === 'retired') throw notFound('template');
    assertMatches(ifMatch, templateTag(row, loaded.company));
    if (row.kind === 'default') throw defaultStays();
    if (isActive(loaded.company, row)) throw templateActive();
    const next = changeTemplate(row, body);
    assertPlaces(next, body.layout);
    const writes = next.look === row.look ? [] : await placesKept(row, next);
    const reply: Reply = {
      status: 200,
      headers: { ETag: templateTag(next, loaded.company) },
      body: presentTemplate(next, loaded.company),
    };
    await transact([templateWrite(row, next), notActiveCheck(loaded), ...writes, recordReplyWrite(idempotency, reply)]);
    return reply;
  }, isLostRace);
};

const changeTemplate = (row: TemplateRow, body: TemplateBody): TemplateRow => {
  const layout = body.layout ?? null;
  const isSame = isDeepStrictEqual(placesOf(row), placesOf({ ...row, layout }));
  return templateCodec.write({
    ...row,
    ...templateKey(row.company, row.id),
    name: body.name,
    productType: body.product_type ?? null,
    layout,
    ...(isSame ? {} : { look: row.look + 1, places: placesFile(row.object, randomUUID()) }),
    version: row.version + 1,
  });
};

/** Stores a new layout in its own file, because existing cards keep the old layout. */
const placesKept = async (before: TemplateRow, after: TemplateRow): Promise<Write[]> => {
  const places = { company: after.company, bucket: 'documents', object: after.places } as const;
  await inStore(async () => {
    await registerObject(places);
    await putPlaces(after);
  });
  return [cancelDeletionWrite(places), ...deleteUnusedWrites(before, [before.places])];
};

/**
 * Deletes files of a template that was never active, because no card uses them. The deletion is delayed, because a
 * preview may be reading them.
 */
export const deleteUnusedWrites = ({ company, activatedAtMs }: TemplateRow, objects: readonly string[]): Write[] =>
  activatedAtMs === null
    ? objects.map((object) => scheduleDeletionWrite({ company, bucket: 'documents', object }, PREVIEW_MS))
    : [];
