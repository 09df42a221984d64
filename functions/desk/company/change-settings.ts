import { updateCompanySettings } from '../../domain/administration/companies/settings.ts';
import { seeOther } from '../../pages/kit/reply.ts';
import { deskEndpoint } from '../endpoint.ts';
import { refusalFrom } from '../form-idempotency.ts';
import { settingsPage } from './pages/settings.ts';
import { deskChangeSettings } from './routes.ts';
import { sectionNamed } from './section-named.ts';
import { settingsFieldsOf } from './settings-fields.ts';
import { movedIn, patchIn } from './settings-form.ts';

/** Saved only while the settings are unchanged since the page was shown; otherwise the input is kept. */
export const handler = deskEndpoint(deskChangeSettings, async (visit) => {
  const { company, form, request } = visit;
  const section = sectionNamed(request.params['section']);
  const moved = movedIn(visit, settingsFieldsOf(section, company.language));
  if (moved) return settingsPage({ ...visit, form: moved }, section, { isUnsaved: true });
  try {
    const patch = patchIn(visit, settingsFieldsOf(section, company.language));
    await updateCompanySettings({ company: company.slug, patch, ifMatch: form.get('seen'), idempotency: undefined });
    return seeOther(`/desk/company/${section}?outcome=saved`);
  } catch (error) {
    return settingsPage(visit, section, { refusal: refusalFrom(error) });
  }
});
