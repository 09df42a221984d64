import { invalid } from '../../platform/errors.ts';
import type { CompanyRow } from '../companies/rows.ts';
import { changeBrand } from './change.ts';
import { contrastRatio, isReadable, READABLE_RATIO, shownRatio } from './contrast.ts';
import { nearestReadable } from './nearest.ts';
import { brandOf, merged, type BrandedCompany } from './rules.ts';
import type { BrandPatch, StoredBrand } from './schema.ts';

/** Throws 422 on `colors.text` when text could not be read on the background, naming a colour that can. */
export const assertReadable = (company: BrandedCompany): void => {
  const { text, background } = brandOf(company).colors;
  if (isReadable(text, background)) return;
  const ratio = contrastRatio(text, background);
  // Cut rather than rounded: a ratio that fails is never told as one that passes.
  const told = ratio >= READABLE_RATIO - 0.005 ? Math.floor(ratio * 1000) / 1000 : shownRatio(ratio);
  throw invalid(
    'colors.text',
    `${text} on ${background} has a contrast of ${told}:1 and cannot be read well; at least ${READABLE_RATIO}:1 is needed. ` +
      `The nearest colour that passes is ${nearestReadable(text, background)}.`,
  );
};

/**
 * Applies a merge patch to the brand of a company and returns the company with it. Throws 412 for a stale `If-Match`,
 * 422 for colours that cannot be read.
 */
export const updateBrand = (input: {
  company: string;
  patch: BrandPatch;
  ifMatch: string | undefined;
}): Promise<CompanyRow> =>
  changeBrand({
    company: input.company,
    ifMatch: input.ifMatch,
    decide: (company) => {
      const brand = merged(company.brand, input.patch);
      assertReadable({ ...company, brand: brand as StoredBrand });
      return { brand };
    },
  });
