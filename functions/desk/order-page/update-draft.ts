import { joinLines } from '../../platform/join-lines.ts';
import { createDraft, readDraft, updateDraft } from '../../domain/storefront/order-page/drafts.ts';
import { readShownPage, readSchema } from '../../domain/storefront/order-page/read.ts';
import { createDraftBody, updateDraftBody } from '../../domain/storefront/order-page/schema.ts';
import { hashInput, once } from '../../storage/idempotency.ts';
import { validate } from '../../pipeline/parse.ts';
import { seeOther } from '../../pages/kit/reply.ts';
import { draftPath } from '../codes.ts';
import { deskEndpoint } from '../endpoint.ts';
import { formIdempotency, refusalFrom } from '../form-idempotency.ts';
import type { Reply } from '../../pipeline/request.ts';
import type { DeskVisit } from '../visit.ts';
import { NEW_DRAFT, editsIn, type PageField } from './draft-form.ts';
import { draftPage } from './pages/draft.ts';
import { deskUpdateDraft as route } from './routes.ts';

/**
 * The key contains the input, so only the same input is a repeat. Other input from the same form is a new request,
 * which the entity tag protects.
 */
const idempotencyOf = (visit: DeskVisit, id: string) =>
  formIdempotency(visit, route, { id }, { part: `#${hashInput(visit.form.entries())}` });

/** Creates a new draft with the input that was typed for this closed draft. */
const createDraftAgain = async (visit: DeskVisit, id: string, fields: readonly PageField[]): Promise<Reply> => {
  const { form, company } = visit;
  const { body: live } = await readShownPage(company.slug, undefined);
  const note = form.get('note');
  const values = editsIn(visit, fields, live.values);
  const body = validate(createDraftBody(), note === '' ? { values } : { values, note });
  const idempotency = idempotencyOf(visit, id);
  const { body: draft } = await once(idempotency, () => createDraft(company.slug, body, idempotency));
  return seeOther(draftPath((draft as { id: string }).id));
};

/** Saves only if the draft and the live page have not changed since the form was shown. */
export const handler = deskEndpoint(route, async (visit) => {
  const { form, company, language } = visit;
  const id = visit.request.params['draft_id'] ?? '';
  const [schema, draft] = await Promise.all([
    readSchema(company.slug, language),
    readDraft(company.slug, id, undefined),
  ]);
  try {
    if (form.has(NEW_DRAFT)) return await createDraftAgain(visit, id, schema.fields);
    const [note, stored] = [form.get('note'), draft.body.note ?? ''];
    const body = validate(updateDraftBody(), {
      values: editsIn(visit, schema.fields, draft.body.values),
      note: note === joinLines(stored).trim() ? draft.body.note : note || null,
    });
    const idempotency = idempotencyOf(visit, id);
    await once(idempotency, () => updateDraft(company.slug, id, { body, ifMatch: form.get('seen'), idempotency }));
    return seeOther(`${draftPath(id)}?outcome=saved`);
  } catch (error) {
    return draftPage(visit, id, { refusal: refusalFrom(error) });
  }
});
