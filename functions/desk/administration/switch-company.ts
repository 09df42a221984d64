import { management } from '../../platform/messages/management.ts';
import { validation } from '../../platform/messages/validation.ts';
import { changeOperatorMembers } from '../../domain/administration/companies/operator-settings.ts';
import { conflict, invalid } from '../../platform/errors.ts';
import { deskEndpoint } from '../endpoint.ts';
import { changeCompanyOfPath } from './change-company-of-path.ts';
import { deskSwitchCompany } from './routes.ts';

const CHOICES = ['yes', 'no'];

/** The user's own company cannot be deactivated, because that would end the user's session. */
export const handler = deskEndpoint(deskSwitchCompany, (visit) =>
  changeCompanyOfPath(visit, deskSwitchCompany.name, async (slug) => {
    const chosen = visit.form.get('active');
    if (!CHOICES.includes(chosen)) throw invalid('active', validation('choice_unknown', { choices: CHOICES }));
    const active = chosen === 'yes';
    if (!active && slug === visit.at.home.slug) throw conflict('own_company', management('own_company'));
    await changeOperatorMembers(slug, { active }, undefined);
  }),
);
