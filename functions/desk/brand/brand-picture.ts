import { deleteAsset, putAsset } from '../../domain/company/brand/assets.ts';
import { nameOperation } from '../../platform/cause.ts';
import { invalid } from '../../platform/errors.ts';
import { seeOther } from '../../pages/kit/reply.ts';
import { deskEndpoint } from '../endpoint.ts';
import { refusalFrom } from '../form-idempotency.ts';
import { brandPage } from './pages/brand.ts';
import { deskBrandPicture } from './routes.ts';

/** The same picture again changes nothing, so repeats are safe. */
export const handler = deskEndpoint(deskBrandPicture, async (visit) => {
  const { form, company, file, request, t } = visit;
  const role = request.params['role'] ?? '';
  try {
    if (form.get('step') === 'remove') {
      nameOperation('delete-brand-asset');
      await deleteAsset(company.slug, role);
      return seeOther('/desk/brand?outcome=removed');
    }
    if (!file) throw invalid('file', t.brand.noFile);
    await putAsset({ company: company.slug, role, contentType: file.type, bytes: file.bytes });
    return seeOther('/desk/brand?outcome=sent');
  } catch (error) {
    return brandPage(visit, { refusal: refusalFrom(error) });
  }
});
