import { restoreRevision } from '../../domain/storefront/order-page/change.ts';
import { once } from '../../storage/idempotency.ts';
import { seeOther } from '../../pages/kit/reply.ts';
import { deskEndpoint } from '../endpoint.ts';
import { formIdempotency, refusalFrom } from '../form-idempotency.ts';
import { pageOverview } from './pages/order-page.ts';
import { deskRestoreRevision as route } from './routes.ts';

export const handler = deskEndpoint(route, async (visit) => {
  const { company, request, at } = visit;
  const id = request.params['revision_id'] ?? '';
  try {
    const idempotency = formIdempotency(visit, route, { id });
    const by = { type: 'user', label: at.user.username } as const;
    await once(idempotency, () => restoreRevision(company.slug, { id, by, idempotency }));
    return seeOther('/desk/order-page?outcome=restored');
  } catch (error) {
    return pageOverview(visit, { refusal: refusalFrom(error) });
  }
});
