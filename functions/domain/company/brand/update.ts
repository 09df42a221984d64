import { templates } from '../../../platform/messages/templates.ts';
import { invalid } from '../../../platform/errors.ts';
import { unprintableFault } from '../../../platform/printable.ts';
import { recordReplyWrites, type Reply, type IdempotencyRecord } from '../../../storage/idempotency.ts';
import { changeBrand } from './change.ts';
import { contrastRatio, isReadable, READABLE_RATIO, shownRatio } from './contrast.ts';
import { brandTag, presentBrand } from './present.ts';
import { brandOf, mergeBrand, type BrandedCompany } from './rules.ts';
import type { BrandPatch, StoredBrand } from '../settings/brand-schema.ts';

/**
 * Throws 422 on `colors.text` if text would be unreadable on the background. The message suggests a readable color.
 */
export const assertReadable = async (company: BrandedCompany): Promise<void> => {
  const { text, background } = brandOf(company).colors;
  if (isReadable(text, background)) return;
  const ratio = contrastRatio(text, background);
  // Truncates instead of rounding, so that a ratio below the minimum is never shown as the minimum.
  const ratioText = ratio >= READABLE_RATIO - 0.005 ? Math.floor(ratio * 1000) / 1000 : shownRatio(ratio);
  // The module is loaded lazily, because its color calculations are large and only this message needs them.
  const { nearestReadable } = await import('./nearest-readable.ts');
  throw invalid(
    'colors.text',
    templates('contrast_too_low', {
      color: text,
      background,
      ratio: ratioText,
      minimum: READABLE_RATIO,
      nearest: nearestReadable(text, background),
    }),
  );
};

/** Throws 422 on a text that documents cannot print. Stored texts of earlier releases are accepted. */
const assertPrintable = ({ brand }: BrandedCompany, patch: BrandPatch): void => {
  for (const member of ['display_name', 'tagline'] as const) {
    const text = patch[member];
    const message = text && text !== brand?.[member] ? unprintableFault(text) : undefined;
    if (message) throw invalid(member, message);
  }
};

const replyFor = (company: BrandedCompany): Reply => ({
  status: 200,
  headers: { ETag: brandTag(company) },
  body: presentBrand(company),
});

/**
 * Applies a merge patch to the brand of a company and returns the brand. Records the reply if there is an idempotency
 * record. Throws 412 for a stale `If-Match`, 422 for unreadable colors and texts that cannot be printed.
 */
export const updateBrand = async (input: {
  company: string;
  patch: BrandPatch;
  ifMatch: string | undefined;
  idempotency: IdempotencyRecord | undefined;
}): Promise<Reply> => {
  const { company: slug, patch, ifMatch, idempotency } = input;
  const { after: company } = await changeBrand({
    company: slug,
    ifMatch,
    decide: async (current) => {
      assertPrintable(current, patch);
      const brand = mergeBrand(current, patch);
      await assertReadable({ ...current, brand: brand as StoredBrand });
      return { brand };
    },
    record: (changed) => recordReplyWrites(idempotency, replyFor(changed)),
  });
  return replyFor(company);
};
