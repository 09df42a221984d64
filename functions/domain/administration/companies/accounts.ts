import { assertMatches, strongTag } from '../../../platform/preconditions.ts';
import { hashInput, recordReplyWrites, type IdempotencyRecord, type Reply } from '../../../storage/idempotency.ts';
import type { CompanyRow } from '../../company/companies/rows.ts';
import { ACCOUNT_NAMES, type Accounts } from '../../company/settings/accounts-schema.ts';
import { changeMembers } from '../catalog/company-member.ts';
import { loadCompany } from '../../company/companies/load.ts';

const NONE: Pick<Accounts, 'revenue' | 'vat'> = { revenue: [], vat: [] };

/** Account numbers of a company; null if missing. */
export const presentAccounts = ({ accounts = NONE }: Pick<CompanyRow, 'accounts'>) => ({
  object: 'accounts' as const,
  ...(Object.fromEntries(ACCOUNT_NAMES.map((name) => [name, (accounts as Partial<Accounts>)[name] ?? null])) as Record<
    (typeof ACCOUNT_NAMES)[number],
    string | null
  >),
  revenue: accounts.revenue.map(({ vat_rate, account }) => ({ vat_rate, account })),
  vat: accounts.vat.map(({ vat_rate, account }) => ({ vat_rate, account })),
});

/** ETag of the account numbers. */
export const accountsTag = (row: CompanyRow): string => strongTag('accounts', hashInput(presentAccounts(row)));

const replyWith = (row: CompanyRow): Reply => ({
  status: 200,
  headers: { ETag: accountsTag(row) },
  body: presentAccounts(row),
});

/** GET /v2/companies/{slug}/accounts. Throws 404 for an inactive company. */
export const readAccounts = async (company: string): Promise<Reply> => replyWith(await loadCompany(company));

/** Number of segments in `$.companies[0].accounts`, the path of the body. */
const DEPTH = 3;

/** PUT /v2/companies/{slug}/accounts: replaces all account numbers. Throws 404, 412 and 422. */
export const replaceAccounts = async (input: {
  company: string;
  accounts: Record<string, unknown>;
  ifMatch: string | undefined;
  idempotency: IdempotencyRecord | undefined;
}): Promise<Reply> => {
  const { company, accounts, ifMatch, idempotency } = input;
  const row = await changeMembers({
    company,
    depth: DEPTH,
    decide: (before) => {
      assertMatches(ifMatch, accountsTag(before));
      // Read-only members of the reply are accepted in the body.
      const { object: _object, ...members } = accounts;
      return { accounts: members };
    },
    also: (after) => recordReplyWrites(idempotency, replyWith(after)),
  });
  return replyWith(row);
};
