import { invalid, invalidFields, type FieldErrors } from '../../platform/errors.ts';
import { getRow, getRows } from '../../storage/table.ts';
import { companyKey, type CompanyRow } from '../companies/rows.ts';
import { userKey } from '../users/rows.ts';
import { mintKey, type NewKey } from './mint.ts';

/**
 * Issues a key as an operator does, for any company (lib/reference/api-keys.md#issued-by-an-operator). Throws 422 on
 * `company` and `created_by` when there is no such company or user.
 */
export const issueKey = async (wanted: Omit<NewKey, 'actsOn'>): Promise<{ key: string; id: number }> => {
  const company = await getRow<CompanyRow>(companyKey(wanted.company));
  if (!company) throw invalid('company', `No company has the slug ${wanted.company}.`);
  const faults: FieldErrors = {};
  if (wanted.createdBy !== undefined && !(await getRow(userKey(wanted.createdBy)))) {
    faults['created_by'] = [`No user has the name ${wanted.createdBy}.`];
  }
  const days = wanted.expiresInDays;
  if (days !== undefined && !(Number.isInteger(days) && days >= 1 && days <= 365)) {
    faults['expires_in_days'] = ['A key lives 1 to 365 days, or for good.'];
  }
  if (wanted.label.trim() === '') faults['label'] = ['Give the key a label.'];
  if (wanted.scopes.length === 0) faults['scopes'] = ['Give the key a scope.'];
  if (Object.keys(faults).length > 0) throw invalidFields(faults);
  const rows = await getRows(company.assigned.map(companyKey));
  const actsOn = company.assigned.filter((slug) => rows.get<CompanyRow>(companyKey(slug))?.active).sort();
  const { key, row } = await mintKey({ ...wanted, actsOn });
  return { key, id: row.numericId };
};
