import { deleteAsset, putAsset } from '../../domain/company/brand/assets.ts';
import { brandTag } from '../../domain/company/brand/present.ts';
import { loadCompany } from '../../domain/company/companies/load.ts';
import { nameOperation } from '../../platform/cause.ts';
import { invalid } from '../../platform/errors.ts';
import { seeOther } from '../../pages/kit/reply.ts';
import type { Reply } from '../../pipeline/request.ts';
import { deskEndpoint } from '../endpoint.ts';
import { refusalFrom } from '../form-idempotency.ts';
import type { DeskVisit } from '../visit.ts';
import { brandPage } from './pages/brand.ts';
import { deskBrandPicture } from './routes.ts';

/** The same picture again changes nothing, so repeats are safe. */
export const handler = deskEndpoint(deskBrandPicture, async (visit) => {
  const { form, company, file, request, t } = visit;
  const role = request.params['role'] ?? '';
  try {
    const before = form.has('seen') ? brandTag(await loadCompany(company.slug)) : undefined;
    if (form.get('step') === 'remove') {
      nameOperation('delete-brand-asset');
      await deleteAsset(company.slug, role);
      return await done(visit, 'removed', before);
    }
    if (!file) throw invalid('file', t.brand.noFile);
    await putAsset({ company: company.slug, role, contentType: file.type, bytes: file.bytes });
    return await done(visit, 'sent', before);
  } catch (error) {
    const unsaved = form.has('seen') ? { unsaved: { seen: form.get('seen') } } : {};
    return brandPage(visit, { refusal: refusalFrom(error), ...unsaved });
  }
});

/**
 * A form that was sent with the unsaved fields of the brand shows them again. They were entered for the brand `before`
 * this picture. If the form showed that version, saving them is safe; otherwise it is rejected.
 */
const done = async (visit: DeskVisit, outcome: 'sent' | 'removed', before: string | undefined): Promise<Reply> => {
  if (before === undefined) return seeOther(`/desk/brand?outcome=${outcome}`);
  const seen = visit.form.get('seen');
  return brandPage(visit, { outcome, unsaved: { seen: seen === before ? undefined : seen } });
};
