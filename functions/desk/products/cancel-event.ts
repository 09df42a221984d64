import { cancelEvent } from '../../domain/administration/catalog/cancel-event.ts';
import { familyNamed, loadManagedProduct } from '../../domain/administration/catalog/read.ts';
import { nameOperation } from '../../platform/cause.ts';
import { invalid } from '../../platform/errors.ts';
import { once } from '../../storage/idempotency.ts';
import { seeOther } from '../../pages/kit/reply.ts';
import { deskEndpoint } from '../endpoint.ts';
import { formIdempotency, refusalFrom } from '../form-idempotency.ts';
import { productTexts } from '../texts/products.ts';
import { productPath } from './load.ts';
import { cancelEventPage } from './pages/cancel-event.ts';
import { deskCancelEvent as route } from './routes.ts';

export const handler = deskEndpoint(route, async (visit) => {
  const { form, company, by, language } = visit;
  const id = visit.request.params['id'] ?? '';
  try {
    if (form.get('sure') !== 'yes') throw invalid('sure', productTexts(language).notSure);
    const refund = form.get('refund') === 'all' && visit.rights.has('refund') ? ('all' as const) : ('none' as const);
    const message = form.get('message').slice(0, 1000).toWellFormed();
    const input = { refund, ...(message === '' ? {} : { message }) };
    const { row } = await loadManagedProduct(company.slug, familyNamed('events'), id);
    // Another form has cancelled the event, perhaps with different options.
    if (row.type === 'event' && row.cancellation) return seeOther(`${productPath('events', id)}#cancellation`);
    nameOperation('cancel-event');
    const idempotency = formIdempotency(visit, route, { id, input });
    await once(idempotency, () => cancelEvent({ company: company.slug, id, input, by, idempotency }));
    return seeOther(`${productPath('events', id)}?outcome=cancelling`);
  } catch (error) {
    return cancelEventPage(visit, refusalFrom(error));
  }
});
