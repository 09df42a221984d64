import { deleteAsset, putAsset } from '../../domain/company/brand/assets.ts';
import type { BrandChanged } from '../../domain/company/brand/change.ts';
import { brandTag } from '../../domain/company/brand/present.ts';
import { nameOperation } from '../../platform/cause.ts';
import { invalid } from '../../platform/errors.ts';
import { seeOther } from '../../pages/kit/reply.ts';
import type { Reply } from '../../pipeline/request.ts';
import { deskEndpoint } from '../endpoint.ts';
import { refusalFrom } from '../form-idempotency.ts';
import type { DeskVisit } from '../visit.ts';
import { brandPage } from './pages/brand.ts';
import { deskBrandPicture } from './routes.ts';

/** Uploading the same picture again changes nothing, so repeats are safe. */
export const handler = deskEndpoint(deskBrandPicture, async (visit) => {
  const { form, company, file, request, t } = visit;
  const role = request.params['role'] ?? '';
  try {
    if (form.get('step') === 'remove') {
      nameOperation('delete-brand-asset');
      return await done(visit, 'removed', await deleteAsset(company.slug, role));
    }
    if (!file) throw invalid('file', t.brand.noFile);
    return await done(
      visit,
      'sent',
      await putAsset({ company: company.slug, role, contentType: file.type, bytes: file.bytes }),
    );
  } catch (error) {
    const unsaved = form.has('seen') ? { unsaved: { seen: form.get('seen') } } : {};
    return brandPage(visit, { refusal: refusalFrom(error), ...unsaved });
  }
});

/**
 * If the form also had unsaved fields of the brand, shows them again. The change to the picture created a new version
 * of the brand. The fields can be saved to that version if they were typed for the version just before it; otherwise
 * saving them is rejected.
 */
const done = async (visit: DeskVisit, outcome: 'sent' | 'removed', { before, after }: BrandChanged): Promise<Reply> => {
  if (!visit.form.has('seen')) return seeOther(`/desk/brand?outcome=${outcome}`);
  const seenTag = visit.form.get('seen');
  return brandPage(visit, { outcome, unsaved: { seen: seenTag === brandTag(before) ? brandTag(after) : seenTag } });
};
