import { management } from '../../../platform/messages/management.ts';
import { requests } from '../../../platform/messages/requests.ts';
import { isDeepStrictEqual } from 'node:util';
import { invalid, invalidFields, unavailable, type FieldErrors } from '../../../platform/errors.ts';
import { getRow, getRows, updateRow } from '../../../storage/table.ts';
import { TransactionRefused, type Write } from '../../../storage/transactions.ts';
import { companyKey, type CompanyRow } from '../companies/rows.ts';
import { managerChecks } from '../users/last-admin.ts';
import type { Manager } from '../users/manage-rules.ts';
import { userKey } from '../users/rows.ts';
import { userChanged } from '../users/user-changed.ts';
import { checkKeyInput } from './check-input.ts';
import { createKey, type NewKey } from './mint.ts';
import { keyStatusUpdate, type KeyStatus } from './rows.ts';

/**
 * Issues a key for any company, as an operator (lib/reference/api-keys.md#issued-by-an-operator), or as a user. Throws
 * 422 for invalid input, including an unknown company or an unknown user in `created_by`, and 409 `user_changed` if the
 * issuing user no longer has the same role when the transaction commits. Throws 503 `service_busy` if imports keep
 * changing the company; the key exists then.
 */
export const issueKey = async (
  input: Omit<NewKey, 'status'>,
  manager: Manager = {},
): Promise<{ key: string; id: number }> => {
  await companyNamed(input.company);
  const faults: FieldErrors = {};
  if (input.createdBy !== undefined && !(await getRow(userKey(input.createdBy)))) {
    faults['created_by'] = [`No user has the name ${input.createdBy}.`];
  }
  const label = input.label.trim();
  checkKeyInput({ ...input, label }, faults);
  if (input.scopes.length === 0) faults['scopes'] = ['Give the key a scope.'];
  if (Object.keys(faults).length > 0) throw invalidFields(faults);
  try {
    return await createForCompany({ ...input, label }, managerChecks(manager));
  } catch (error) {
    if (!(error instanceof TransactionRefused && error.failed('manager'))) throw error;
    throw userChanged();
  }
};

/** Maximum attempts while imports change the company. */
const ROUNDS = 20;

const companyNamed = async (slug: string): Promise<CompanyRow> => {
  const company = await getRow<CompanyRow>(companyKey(slug), { consistent: true });
  if (!company) throw invalid('company', management('company_slug_unknown', { slug }));
  return company;
};

/**
 * The status of a key depends on its company. An import that changes the company, or a company for which it acts,
 * updates only existing keys. This function therefore reads the company again after it has created the key.
 */
const createForCompany = async (input: Omit<NewKey, 'status'>, checks: readonly Write[]) => {
  const first = await keyStatusOf(input.company);
  const { key, row } = await createKey({ ...input, status: first }, checks);
  let written = first;
  for (let round = 1; round <= ROUNDS; round++) {
    const status = await keyStatusOf(input.company);
    if (isDeepStrictEqual(status, written)) return { key, id: row.numericId };
    await updateRow(keyStatusUpdate(row, status));
    written = status;
  }
  throw unavailable('service_busy', requests('service_busy'));
};

const keyStatusOf = async (slug: string): Promise<KeyStatus> => {
  const { assigned, active } = await companyNamed(slug);
  const rows = await getRows(assigned.map(companyKey), { consistent: true });
  const actsOn = assigned.filter((slug) => rows.get<CompanyRow>(companyKey(slug))?.active).sort();
  return active ? { actsOn } : { actsOn, companyInactive: true };
};
