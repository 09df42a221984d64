import { isDeepStrictEqual } from 'node:util';
import { withoutCause } from '../../../platform/cause.ts';
import { nowMs } from '../../../platform/clock.ts';
import { notFound } from '../../../platform/errors.ts';
import { assertMatches } from '../../../platform/preconditions.ts';
import { memberUnchanged } from '../../../storage/conditions.ts';
import { rowUpdate } from '../../../storage/row-update.ts';
import { getRow } from '../../../storage/table.ts';
import { retryOnConflict } from '../../../storage/retry.ts';
import { transact, TransactionRefused, type Write } from '../../../storage/transactions.ts';
import { companyKey, type CompanyRow } from '../companies/rows.ts';
import { brandTag } from './present.ts';
import { withoutBrandDefaults, type ChosenBrand } from './rules.ts';
import type { StoredBrand } from '../settings/brand-schema.ts';

/** The new brand without its version, and the writes that must commit with it. */
interface BrandDecision {
  brand: ChosenBrand;
  also?: readonly Write[];
}

interface BrandChange {
  company: string;
  ifMatch?: string | undefined;
  /** Operators can change inactive companies, too. */
  anyState?: boolean;
  /** Computes the change from the current company; may run several times. Undefined means no change. */
  decide: (company: CompanyRow) => BrandDecision | undefined | Promise<BrandDecision>;
  /** Returns writes that record the reply, even if nothing changes. */
  record?: (company: CompanyRow) => readonly Write[];
}

/** The company before and after a change to its brand. */
export interface BrandChanged {
  before: CompanyRow;
  after: CompanyRow;
}

const ATTEMPTS = 8;
const BRAND_WRITE = 'brand';

/**
 * Changes the brand of a company and returns the company before and after. A change that has no effect creates no
 * version. Throws 404, 412 for a stale `If-Match`, the errors thrown by `decide`, and 503 if conflicts continue.
 */
export const changeBrand = async (change: BrandChange): Promise<BrandChanged> => {
  const { company: slug, ifMatch, anyState, decide, record = () => [] } = change;
  const attempt = async (): Promise<BrandChanged> => {
    const company = await getRow<CompanyRow>(companyKey(slug), { consistent: true });
    if (!company || !(company.active || anyState)) throw notFound('company');
    assertMatches(ifMatch, brandTag(company));
    const decision = await decide(company);
    if (!decision || isSame(company, decision.brand)) {
      const kept = record(company);
      if (kept.length > 0) await withoutCause(() => transact(kept));
      return { before: company, after: company };
    }
    const brand: StoredBrand = {
      ...decision.brand,
      version: (company.brand?.version ?? 1) + 1,
      updatedAtMs: nowMs(),
    };
    const changed = { ...company, brand };
    await transact([brandWrite(company, brand), ...(decision.also ?? []), ...record(changed)]);
    return { before: company, after: changed };
  };
  return retryOnConflict(attempt, isOvertaken, { attempts: ATTEMPTS });
};

const isOvertaken = (error: unknown): boolean =>
  error instanceof TransactionRefused && error.failed(BRAND_WRITE) !== undefined;

const isSame = ({ name, brand: before }: CompanyRow, after: ChosenBrand): boolean => {
  const { version: _version, updatedAtMs: _updated, ...members } = before ?? {};
  return isDeepStrictEqual(withoutBrandDefaults(name, members), withoutBrandDefaults(name, after));
};

const brandWrite = ({ slug, brand: before }: CompanyRow, brand: StoredBrand): Write => ({
  name: BRAND_WRITE,
  update: rowUpdate({ key: companyKey(slug), set: { brand }, if: memberUnchanged('brand', before) }),
});
