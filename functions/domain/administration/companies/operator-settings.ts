import * as z from 'zod/mini';
import { nameSubject } from '../../../platform/cause.ts';
import { notFound } from '../../../platform/errors.ts';
import { assertMatches, strongTag } from '../../../platform/preconditions.ts';
import { hashInput } from '../../../storage/idempotency.ts';
import { getRow } from '../../../storage/table.ts';
import type { Write } from '../../../storage/transactions.ts';
import { agencyLinkKey, agencyLinkRow, companyKey, type CompanyRow } from '../../company/companies/rows.ts';
import { changeMembers, fileEntry } from '../catalog/company-member.ts';
import { settleKeys } from '../operator-data/import.ts';
import { operatorDataSchema } from '../operator-data/schema.ts';

/** Settings that only operators and system administrators can change. */
export type OperatorMembers = Partial<
  Record<'contract' | 'approved_urls' | 'parent' | 'assigned' | 'vendor' | 'active', unknown>
>;

/** A company, active or not. Throws 404. */
export const loadAnyCompany = async (slug: string): Promise<CompanyRow> => {
  const row = await getRow<CompanyRow>(companyKey(slug), { consistent: true });
  if (!row) throw notFound('company');
  return row;
};

/** ETag of the settings that operators change. */
export const operatorTag = ({ contract, approved_urls, parent, assigned, vendor, active }: CompanyRow): string =>
  strongTag('operator', hashInput({ contract, approved_urls, parent, assigned, vendor, active }));

/**
 * Changes settings that only operators can change. Validates them as an import does. Also updates the list of companies
 * for which the keys of the company and of its agencies may act. Throws 404, 412 and 422.
 */
export const changeOperatorMembers = async (
  company: string,
  values: OperatorMembers,
  ifMatch: string | undefined,
): Promise<CompanyRow> => {
  nameSubject({ company });
  const row = await changeMembers({
    company,
    depth: 2,
    read: loadAnyCompany,
    decide: (before) => {
      assertMatches(ifMatch, operatorTag(before));
      return values;
    },
    also: linkWrites,
  });
  // Runs even without a change, because an earlier request may have failed before it updated the keys.
  await settleKeys(z.parse(operatorDataSchema, { companies: [fileEntry(row)] }));
  return row;
};

/** Writes that link or unlink the companies that an agency serves. */
const linkWrites = (after: CompanyRow, before: CompanyRow): Write[] => [
  ...after.assigned
    .filter((slug) => !before.assigned.includes(slug))
    .map((slug) => ({ put: agencyLinkRow(after.slug, slug) })),
  ...before.assigned
    .filter((slug) => !after.assigned.includes(slug))
    .map((slug) => ({ remove: agencyLinkKey(after.slug, slug) })),
];
