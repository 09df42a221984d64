import * as z from 'zod/mini';
import { config } from '../../../platform/config.ts';
import { nameSubject } from '../../../platform/cause.ts';
import { invalid } from '../../../platform/errors.ts';
import { PARSING } from '../../../platform/parse-issues.ts';
import {
  IDEMPOTENCY_WRITE,
  recordReplyWrites,
  type IdempotencyRecord,
  type Reply,
} from '../../../storage/idempotency.ts';
import { ConditionFailed, getRow } from '../../../storage/table.ts';
import { transact, TransactionRefused } from '../../../storage/transactions.ts';
import { companyKey, type CompanyRow } from '../../company/companies/rows.ts';
import { assertUsername, usernameTaken } from '../../company/users/manage-rules.ts';
import { findInvitationUrl, isInvited } from '../../company/users/links.ts';
import { refusalFor } from '../catalog/faults.ts';
import { checkOperatorData } from '../operator-data/check.ts';
import { loginIntents } from '../operator-data/credentials.ts';
import { shapeFaults } from '../operator-data/faults.ts';
import { catalogIntents } from '../operator-data/rows.ts';
import { operatorDataSchema } from '../operator-data/schema.ts';
import { loadStored } from '../operator-data/stored.ts';
import { textFaults } from '../operator-data/text-faults.ts';
import { writesFor, alsoWrites } from '../operator-data/write.ts';
import { defaultsOf } from './country-defaults.ts';

interface NewCompany {
  slug: string;
  name: string;
  /** Two capital letters. */
  country: string;
  /** Three capital letters. */
  currency: string;
  /** Default: the language of the country. */
  language?: string | undefined;
  /** Email address of the first administrator, who is invited. */
  email: string;
  /** Default: the email address in lowercase. */
  username?: string | undefined;
}

/** Reply recorded for the form that created the company, so that sending the form again has no effect. */
const DONE: Reply = { status: 204 };

const DEPTH = 2;

/** Faults of the slug are reported only at `slug`, not at the user's company. */
const COMPANY_OF_USER = '$.users[0].company';

/** The default is lowercase, because people type their username that way. */
const usernameOf = ({ email, username = email.toLowerCase() }: NewCompany): string => username;

/** The operator data of a new company. In production an operator enables checkout later. */
const entriesOf = ({ slug, name, country, currency, language, email }: NewCompany, username: string) => ({
  companies: [
    {
      slug,
      name,
      currency,
      ...defaultsOf(country),
      ...(language === undefined ? {} : { language }),
      address: { street: '', postcode: '', city: '', country },
      contract: { checkout: config.environment() !== 'production' },
      approved_urls: [],
    },
  ],
  users: [{ username, email, company: slug, role: 'super_admin' }],
});

/**
 * Creates a company with its first administrator, who is invited, in one transaction. Throws 422 if an import would
 * reject the company or user, and on `slug` or `username` if it is taken.
 */
export const createCompany = async (input: NewCompany, idempotency?: IdempotencyRecord): Promise<Reply> => {
  const username = usernameOf(input);
  const json = entriesOf(input, username);
  assertUsername(username);
  const shape = z.safeParse(operatorDataSchema, json, PARSING);
  const ofText = textFaults(json);
  if (!shape.success || ofText.length > 0) {
    const ofShape = shapeFaults(shape.error?.issues ?? []).filter(({ path }) => path !== COMPANY_OF_USER);
    throw refusalFor([...ofText, ...ofShape], { depth: DEPTH });
  }
  const { known } = await loadStored(shape.data);
  const faults = checkOperatorData(shape.data, known);
  if (faults.length > 0) throw refusalFor(faults, { depth: DEPTH });
  if (known.companies.has(input.slug)) throw slugTaken();
  nameSubject({ company: input.slug, username });
  const onlyIfNew = { madeFor: null };
  const [company, users] = [catalogIntents(shape.data), await loginIntents(shape.data)];
  try {
    const plans = await writesFor([...company, ...users].map((intent) => ({ ...intent, ...onlyIfNew })));
    const recorded = recordReplyWrites(idempotency, DONE);
    await transact([...plans.flatMap(({ write, intent }) => [write, ...alsoWrites(intent)]), ...recorded]);
    return DONE;
  } catch (error) {
    if (error instanceof ConditionFailed) throw usernameTaken();
    if (!(error instanceof TransactionRefused) || error.failed(IDEMPOTENCY_WRITE)) throw error;
    // Another request has created the company, or the user, in the meantime.
    throw (await loadStored(shape.data)).known.companies.has(input.slug) ? slugTaken() : usernameTaken();
  }
};

const slugTaken = (): Error => invalid('slug', 'A company with this slug exists already.', 'slug_taken');

/** Whether the company exists as given, and its first administrator can still accept the invitation. */
export const isCreatedCompany = async (input: NewCompany): Promise<boolean> => {
  const { slug, name, country, currency, language, email } = input;
  const company = await getRow<CompanyRow>(companyKey(slug), { consistent: true });
  if (company?.name !== name || company.currency !== currency || company.address?.country !== country) return false;
  if (language !== undefined && company.language !== language) return false;
  return isInvited({ username: usernameOf(input), company: slug, email });
};

/** URL of the first administrator's invitation, for the operator who created the company. */
export const findFirstInvitationUrl = (company: NewCompany): Promise<string | undefined> =>
  findInvitationUrl(usernameOf(company));
