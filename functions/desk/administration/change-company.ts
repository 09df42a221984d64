import { changeOperatorMembers, loadAnyCompany } from '../../domain/administration/companies/operator-settings.ts';
import { deskEndpoint } from '../endpoint.ts';
import { deskChangeCompany } from './routes.ts';
import { operatorMembersIn } from './contract-form.ts';
import { changeCompanyOfPath } from './change-company-of-path.ts';

export const handler = deskEndpoint(deskChangeCompany, (visit) =>
  changeCompanyOfPath(visit, deskChangeCompany.name, async (slug) => {
    const values = operatorMembersIn(visit.form, await loadAnyCompany(slug));
    await changeOperatorMembers(slug, values, visit.form.get('seen'));
  }),
);
