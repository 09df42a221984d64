import * as z from 'zod/mini';
import { nameChanges, withoutCause } from '../../../platform/cause.ts';
import { PARSING } from '../../../platform/parse-issues.ts';
import { strongTag } from '../../../platform/preconditions.ts';
import { hashInput } from '../../../storage/idempotency.ts';
import { retryOnConflict } from '../../../storage/retry.ts';
import { rowOfType } from '../../../storage/row-of-type.ts';
import { getRows } from '../../../storage/table.ts';
import { transact, type Write } from '../../../storage/transactions.ts';
import { loadCompany } from '../../company/companies/load.ts';
import { companyKey, type CompanyRow } from '../../company/companies/rows.ts';
import { companySchema } from '../../company/settings/company-schema.ts';
import { storedTexts } from '../operator-data/check-printable.ts';
import { checkOperatorData } from '../operator-data/check.ts';
import { OperatorDataError, shapeFaults, type Fault } from '../operator-data/faults.ts';
import { catalogIntents } from '../operator-data/rows.ts';
import { operatorDataSchema } from '../operator-data/schema.ts';
import { textFaults } from '../operator-data/text-faults.ts';
import { writesFor } from '../operator-data/write.ts';
import { changesBetween } from './changes.ts';
import { withFieldFaults } from './faults.ts';
import { isOvertaken } from '../operator-data/unchanged.ts';

/** Parts of the catalog stored as settings of the company. */
type CatalogMember = 'gift_card' | 'categories';

/** ETag of one member. Changes to other members do not affect it. */
export const memberTag = (row: CompanyRow, member: CatalogMember): string =>
  strongTag(member, hashInput(row[member] ?? null));

/** Members stored apart from the settings, or present only in a file. */
const STORED_APART: ReadonlySet<string> = new Set(['brand', 'pdf_templates', 'order_page']);
const MEMBERS = Object.keys(companySchema.shape).filter((name) => !STORED_APART.has(name));

/** A company in the format of the operator data file. */
export const fileEntry = (row: CompanyRow): Record<string, unknown> => {
  const members = new Map<string, unknown>(Object.entries(row));
  return Object.fromEntries(MEMBERS.flatMap((name) => (members.has(name) ? [[name, members.get(name)]] : [])));
};

/** Values by member, in the format of the file. Undefined or null removes a member. */
export type MemberValues = Readonly<Record<string, unknown>>;

interface MembersPatch {
  company: string;
  /** Computes the new values from the current row. Called again after a conflict. Throws the caller's errors. */
  decide: (row: CompanyRow) => MemberValues | Promise<MemberValues>;
  /** Number of segments to remove from the path of a fault, so that it starts at the body of the request. */
  depth: number;
  /** Further writes of the same transaction. */
  also: (after: CompanyRow, before: CompanyRow) => readonly Write[];
  /** Checks rules of the resulting company that an import does not check. Throws the caller's errors. */
  verify?: (after: CompanyRow, before: CompanyRow) => Promise<void>;
  /** Loads the company. The default throws 404 for an inactive company. */
  read?: (slug: string) => Promise<CompanyRow>;
}

/**
 * Changes members of a company, with the checks of an import, and returns the changed company. Throws 404, 422 and 503.
 */
export const changeMembers = async ({
  company,
  decide,
  depth,
  also,
  verify,
  read,
}: MembersPatch): Promise<CompanyRow> => {
  return retryOnConflict(async () => {
    const before = await (read ?? loadCompany)(company);
    const values = await decide(before);
    const { row, writes } = await withFieldFaults({ depth }, () => planMembers(before, values));
    await verify?.(row, before);
    const names = Object.keys(values);
    nameChanges(changesBetween(membersOf(before, names), membersOf(row, names)));
    const response = also(row, before);
    // Without a change, recording the reply is not audited.
    if (writes.length > 0) await transact([...writes, ...response]);
    else if (response.length > 0) await withoutCause(() => transact(response));
    return row;
  }, isOvertaken);
};

const NONE = { options: new Map<string, string[]>(), slugs: new Map<string, string[]>() };

/** Slugs of the companies to which an unchecked entry refers. */
const relativesOf = ({ parent, assigned }: { parent?: unknown; assigned?: unknown }): string[] =>
  [parent, ...(Array.isArray(assigned) ? (assigned as unknown[]) : [])].filter((slug) => typeof slug === 'string');

const existingSlugs = async (slugs: readonly string[]): Promise<ReadonlySet<string>> => {
  if (slugs.length === 0) return NO_NAMES;
  const rows = await getRows(slugs.map(companyKey), { consistent: true });
  return new Set(slugs.filter((slug) => rows.get(companyKey(slug)) !== undefined));
};

/** The members of a company with these names; null for missing members. */
const membersOf = (row: CompanyRow, names: readonly string[]): Record<string, unknown> => {
  const all = new Map<string, unknown>(Object.entries(row));
  return Object.fromEntries(names.map((name) => [name, all.get(name) ?? null]));
};

const planMembers = async (before: CompanyRow, values: MemberValues): Promise<{ row: CompanyRow; writes: Write[] }> => {
  const json = { companies: [{ ...fileEntry(before), ...values }] };
  const ofText = textFaults(json);
  const shape = z.safeParse(operatorDataSchema, json, PARSING);
  if (!shape.success || ofText.length > 0) {
    throw new OperatorDataError([...ofText, ...shapeFaults(shape.error?.issues ?? [])]);
  }
  const relatives = await existingSlugs(relativesOf({ parent: before.parent, assigned: before.assigned, ...values }));
  const isNamed = ({ path }: Fault): boolean =>
    Object.keys(values).some((member) => path.startsWith(`$.companies[0].${member}`));
  const known = {
    companies: relatives,
    // Empty, because the check finds the VAT rate of this company in the entry itself.
    rated: NO_NAMES,
    categories: new Map(),
    users: NO_NAMES,
    experiences: NO_NAMES,
    counters: new Map(),
    taken: NONE,
    printed: storedTexts([before], []),
  };
  const faults = checkOperatorData(shape.data, known).filter(isNamed);
  if (faults.length > 0) throw new OperatorDataError(faults);
  const intents = catalogIntents(shape.data).filter(({ row }) => row.type === 'company');
  const guarded = { edit: true as const, madeFor: before, guarded: ['version'] };
  const plans = await writesFor(intents.map((intent) => ({ ...intent, ...guarded })));
  const row = rowOfType<CompanyRow>('company', plans[0]?.row ?? before);
  return { row, writes: plans.map(({ write }) => write) };
};

const NO_NAMES: ReadonlySet<string> = new Set();
