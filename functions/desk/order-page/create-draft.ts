import { discardDraft, publishDraft } from '../../domain/storefront/order-page/close-draft.ts';
import { createDraft } from '../../domain/storefront/order-page/drafts.ts';
import { createDraftBody } from '../../domain/storefront/order-page/schema.ts';
import { nameOperation } from '../../platform/cause.ts';
import { once } from '../../storage/idempotency.ts';
import { validate } from '../../pipeline/parse.ts';
import type { Reply } from '../../pipeline/request.ts';
import { seeOther } from '../../pages/kit/reply.ts';
import { draftPath } from '../codes.ts';
import { deskEndpoint } from '../endpoint.ts';
import { formIdempotency, refusalFrom } from '../form-idempotency.ts';
import type { DeskVisit } from '../visit.ts';
import { pageOverview } from './pages/order-page.ts';
import { deskCreateDraft as route } from './routes.ts';

type Draft = { id: string; etag: string };

/**
 * Opens or closes the live page by publishing a draft with that one value. If publishing is refused, the draft is
 * discarded.
 */
const switchPage = async (visit: DeskVisit, isOpen: boolean): Promise<Reply> => {
  const { company, at } = visit;
  nameOperation('publish-order-page-draft');
  const body = validate(createDraftBody(), { values: { open: isOpen } });
  const creation = formIdempotency(visit, { name: `${route.name}-switched` }, body);
  const draft = (await once(creation, () => createDraft(company.slug, body, creation))).body as Draft;
  const idempotency = formIdempotency(visit, route, body);
  const by = { type: 'user', label: at.user.username } as const;
  try {
    await once(idempotency, () => publishDraft(company.slug, draft.id, { ifMatch: draft.etag, by, idempotency }));
  } catch (error) {
    const refusal = refusalFrom(error);
    await discardDraft(company.slug, draft.id).catch(refusalFrom);
    throw refusal;
  }
  return seeOther(`/desk/order-page?outcome=${isOpen ? 'opened' : 'closed'}`);
};

export const handler = deskEndpoint(route, async (visit) => {
  const { form, company } = visit;
  try {
    const [from, note] = [form.get('from_revision'), form.get('note')];
    if (form.has('switch')) return await switchPage(visit, form.get('switch') === 'open');
    const body = validate(createDraftBody(), {
      ...(from === '' ? {} : { from_revision: from }),
      ...(note === '' ? {} : { note }),
    });
    const idempotency = formIdempotency(visit, route, body);
    const { body: draft } = await once(idempotency, () => createDraft(company.slug, body, idempotency));
    return seeOther(draftPath((draft as { id: string }).id));
  } catch (error) {
    return pageOverview(visit, { refusal: refusalFrom(error) });
  }
});
