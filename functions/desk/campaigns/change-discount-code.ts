import { discountCodeEntryOf, loadDiscountCode } from '../../domain/administration/discount-codes/entry.ts';
import { updateDiscountCode } from '../../domain/administration/discount-codes/update.ts';
import { seeOther } from '../../pages/kit/reply.ts';
import { once } from '../../storage/idempotency.ts';
import { discountCodePath } from '../codes.ts';
import { deskEndpoint } from '../endpoint.ts';
import { formIdempotency, refusalFrom } from '../form-idempotency.ts';
import { typedMaxUses, typedSettings } from './discount-form.ts';
import { discountCodePage } from './pages/discount-code.ts';
import { deskChangeDiscountCode as route } from './routes.ts';

export const handler = deskEndpoint(route, async (visit) => {
  const code = visit.request.params['code'] ?? '';
  const company = visit.company.slug;
  const row = await loadDiscountCode(company, code);
  try {
    const patch = { ...typedSettings(visit, discountCodeEntryOf(row)), max_uses: typedMaxUses(visit) };
    const idempotency = formIdempotency(visit, route, { code, patch });
    const ifMatch = visit.form.get('seen');
    await once(idempotency, () => updateDiscountCode({ company, code, ifMatch, idempotency, patch }));
    return seeOther(`${discountCodePath(row.code)}?outcome=saved`);
  } catch (error) {
    return discountCodePage(visit, code, { refusal: refusalFrom(error), refused: 'change' });
  }
});
