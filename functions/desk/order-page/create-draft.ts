import { createDraft } from '../../domain/storefront/order-page/drafts.ts';
import { createDraftBody } from '../../domain/storefront/order-page/schema.ts';
import { once } from '../../storage/idempotency.ts';
import { validate } from '../../pipeline/parse.ts';
import { seeOther } from '../../pages/kit/reply.ts';
import { draftPath } from '../codes.ts';
import { deskEndpoint } from '../endpoint.ts';
import { formIdempotency, toldRefusal } from '../form-idempotency.ts';
import { pageOverview } from './pages/order-page.ts';
import { deskCreateDraft as route } from './routes.ts';

export const handler = deskEndpoint(route, async (visit) => {
  const { form, company } = visit;
  try {
    const [from, note] = [form.get('from_revision'), form.get('note')];
    const body = validate(createDraftBody(), {
      ...(from === '' ? {} : { from_revision: from }),
      ...(note === '' ? {} : { note }),
    });
    const idempotency = formIdempotency(visit, route, body);
    const { body: draft } = await once(idempotency, () => createDraft(company.slug, body, idempotency));
    return seeOther(draftPath((draft as { id: string }).id));
  } catch (error) {
    return pageOverview(visit, { refusal: toldRefusal(error) });
  }
});
