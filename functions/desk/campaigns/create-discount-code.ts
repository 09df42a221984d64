import { createDiscountCode } from '../../domain/administration/discount-codes/create.ts';
import { seeOther } from '../../pages/kit/reply.ts';
import { once } from '../../storage/idempotency.ts';
import { discountCodePath } from '../codes.ts';
import { deskEndpoint } from '../endpoint.ts';
import { formIdempotency, refusalFrom } from '../form-idempotency.ts';
import { typedMaxUses, typedSettings } from './discount-form.ts';
import { discountCodesPage } from './pages/discount-codes.ts';
import { deskCreateDiscountCode as route } from './routes.ts';

export const handler = deskEndpoint(route, async (visit) => {
  try {
    const code = visit.form.get('code');
    const entry = { ...typedSettings(visit), code, max_uses: typedMaxUses(visit) };
    const idempotency = formIdempotency(visit, route, entry);
    await once(idempotency, () => createDiscountCode({ company: visit.company.slug, entry, idempotency }));
    return seeOther(`${discountCodePath(code)}?outcome=created`);
  } catch (error) {
    return discountCodesPage(visit, { refusal: refusalFrom(error), refused: 'new' });
  }
});
