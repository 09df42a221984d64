import { management } from '../../platform/messages/management.ts';
import { changeOperatorMembers } from '../../domain/administration/companies/operator-settings.ts';
import { conflict } from '../../platform/errors.ts';
import { deskEndpoint } from '../endpoint.ts';
import { changeCompanyOfPath } from './change-company-of-path.ts';
import { deskSwitchCompany } from './routes.ts';

/** The user's own company cannot be deactivated, because that would end the only session that can reactivate it. */
export const handler = deskEndpoint(deskSwitchCompany, (visit) =>
  changeCompanyOfPath(visit, deskSwitchCompany.name, async (slug) => {
    const active = visit.form.get('active') === 'yes';
    if (!active && slug === visit.at.home.slug) throw conflict('own_company', management('own_company'));
    await changeOperatorMembers(slug, { active }, undefined);
  }),
);
