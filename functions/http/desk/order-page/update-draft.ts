import { readDraft, updateDraft } from '../../../domain/order-page/drafts.ts';
import { readSchema } from '../../../domain/order-page/read.ts';
import { updateDraftBody } from '../../../domain/order-page/schema.ts';
import { hashInput, once, idempotencyRecordFor } from '../../../storage/idempotency.ts';
import { validate } from '../../parse.ts';
import { seeOther } from '../../shop/reply.ts';
import { draftPath } from '../codes.ts';
import { deskEndpoint } from '../endpoint.ts';
import { formKey, toldRefusal } from '../form-idempotency.ts';
import { editsIn } from './draft-form.ts';
import { draftPage } from './pages/draft.ts';
import { deskUpdateDraft as route } from './routes.ts';

/** Saved only while draft and live page are the ones that the form was shown with. */
export const handler = deskEndpoint(route, async (visit) => {
  const { form, company, language } = visit;
  const id = visit.request.params['draft_id'] ?? '';
  const [schema, draft] = await Promise.all([
    readSchema(company.slug, language),
    readDraft(company.slug, id, undefined),
  ]);
  try {
    const note = form.get('note');
    const body = validate(updateDraftBody(), {
      values: editsIn(visit, schema.fields, draft.body.values),
      note: note === '' ? null : note,
    });
    // The same text again is the same saving; other text from the same form is held against the tag.
    const key = `${formKey(visit)}#${hashInput(form.entries())}`;
    const idempotency = idempotencyRecordFor({ company: company.slug, operation: route.name, key, input: { id } });
    await once(idempotency, () => updateDraft(company.slug, id, { body, ifMatch: form.get('seen'), idempotency }));
    return seeOther(`${draftPath(id)}?told=saved`);
  } catch (error) {
    return draftPage(visit, id, { refusal: toldRefusal(error) });
  }
});
