import { deleteDiscountCode } from '../../domain/administration/discount-codes/delete.ts';
import { invalid } from '../../platform/errors.ts';
import { seeOther } from '../../pages/kit/reply.ts';
import { deskEndpoint } from '../endpoint.ts';
import { refusalFrom } from '../form-idempotency.ts';
import { discountCodePage } from './pages/discount-code.ts';
import { campaignTexts } from './pages/shared.ts';
import { deskDeleteDiscountCode } from './routes.ts';

export const handler = deskEndpoint(deskDeleteDiscountCode, async (visit) => {
  const code = visit.request.params['code'] ?? '';
  try {
    if (visit.form.get('sure') !== 'yes') throw invalid('sure', campaignTexts(visit).notSure);
    await deleteDiscountCode({ company: visit.company.slug, code, ifMatch: undefined });
    return seeOther('/desk/discount-codes?outcome=discountDeleted');
  } catch (error) {
    return discountCodePage(visit, code, { refusal: refusalFrom(error) });
  }
});
