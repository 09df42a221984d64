import { updateCompanySettings } from '../../domain/administration/companies/settings.ts';
import { withoutCause } from '../../platform/cause.ts';
import { seeOther } from '../../pages/kit/reply.ts';
import type { FormValues } from '../../pages/kit/form-values.ts';
import { deskEndpoint } from '../endpoint.ts';
import { refusalFrom } from '../form-idempotency.ts';
import { uploadProductPicture } from '../upload-product-picture.ts';
import type { DeskVisit } from '../visit.ts';
import { settingsPage } from './pages/settings.ts';
import { deskChangeSettings } from './routes.ts';
import { sectionNamed } from './section-named.ts';
import { settingsFieldsOf, type SettingsField } from './settings-fields.ts';
import { movedIn, settingsPatchIn, pictureList, withPicture } from './settings-form.ts';

/** Saves only if the settings have not changed since the page was shown; otherwise the input is kept. */
export const handler = deskEndpoint(deskChangeSettings, async (visit) => {
  const { company, request } = visit;
  const section = sectionNamed(request.params['section']);
  const fields = settingsFieldsOf(section, company.language);
  const moved = movedIn(visit, fields);
  if (moved) return settingsPage({ ...visit, form: moved }, section, { isUnsaved: true });
  let form = visit.form;
  try {
    form = await withUploadedPicture(visit, fields);
    await updateCompanySettings({
      company: company.slug,
      patch: settingsPatchIn({ ...visit, form }, fields),
      ifMatch: form.get('seen'),
      idempotency: undefined,
    });
    return seeOther(`/desk/company/${section}?outcome=saved`);
  } catch (error) {
    return settingsPage({ ...visit, form }, section, { refusal: refusalFrom(error) });
  }
});

/** Uploads the picture and adds it to the form's list of pictures. */
const withUploadedPicture = async (visit: DeskVisit, fields: readonly SettingsField[]): Promise<FormValues> => {
  const list = pictureList(fields);
  if (list === undefined || visit.file === undefined) return visit.form;
  // Only the change to the settings is audited, not the picture's upload slot.
  const url = await withoutCause(() => uploadProductPicture(visit));
  return url === undefined ? visit.form : withPicture(visit, list, { url, fileName: visit.file.name });
};
