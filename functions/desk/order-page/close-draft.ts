import { discardDraft, publishDraft } from '../../domain/storefront/order-page/close-draft.ts';
import { previewDraft } from '../../domain/storefront/order-page/preview-link.ts';
import { nameOperation } from '../../platform/cause.ts';
import { once } from '../../storage/idempotency.ts';
import type { Reply } from '../../pipeline/request.ts';
import { seeOther } from '../../pages/kit/reply.ts';
import { deskEndpoint } from '../endpoint.ts';
import { formIdempotency, refusalFrom } from '../form-idempotency.ts';
import { type DeskVisit } from '../visit.ts';
import { draftPage } from './pages/draft.ts';
import { deskCloseDraft as route } from './routes.ts';

/** Publishes a draft. The history of the order page names the user. */
const publish = async (visit: DeskVisit, id: string): Promise<Reply> => {
  const { company, form, at } = visit;
  nameOperation('publish-order-page-draft');
  const idempotency = formIdempotency(visit, route, { id });
  const by = { type: 'user', label: at.user.username } as const;
  await once(idempotency, () => publishDraft(company.slug, id, { ifMatch: form.get('seen'), by, idempotency }));
  return seeOther('/desk/order-page?outcome=published');
};

export const handler = deskEndpoint(route, async (visit) => {
  const { company, form, request } = visit;
  const id = request.params['draft_id'] ?? '';
  try {
    if (form.get('step') === 'publish') return await publish(visit, id);
    if (form.get('step') === 'discard') {
      nameOperation('discard-order-page-draft');
      await discardDraft(company.slug, id, { ifMatch: form.get('seen') });
      return seeOther('/desk/order-page?outcome=discarded');
    }
    return seeOther((await previewDraft(company.slug, id)).url);
  } catch (error) {
    return draftPage(visit, id, { refusal: refusalFrom(error) });
  }
});
