import type { PageLanguage } from '../../../platform/page-languages.ts';
import { shortHash } from '../../../platform/short-hash.ts';
import type { Visit } from '../visit.ts';
import type { FormValues } from '../../kit/form-values.ts';

/** Name of the field for the version of the shown wording. */
export const WORDING_SHOWN = 'consent_shown';

/** The wording of the marketing consent; undefined if the shop does not ask for it. */
export const wordingOf = (visit: Visit): { text: string; language: PageLanguage; name: string } | undefined => {
  const wording = visit.own(visit.shop.settings.consent);
  return wording && { ...wording, name: `${visit.shop.revision}.${shortHash(wording.text)}` };
};

const NAME = /^(\d{1,9})\.([\w-]{12})$/;

/** The revision whose wording the buyer saw; undefined if that is outdated. */
const revisionShown = (visit: Visit, typed: FormValues): number | undefined => {
  const [, revision = '', hash] = NAME.exec(typed.get(WORDING_SHOWN)) ?? [];
  const wording = wordingOf(visit);
  const isShown = wording?.name.endsWith(`.${hash}`) && Number(revision) <= visit.shop.revision;
  return isShown ? Number(revision) : undefined;
};

/** Whether the buyer accepted an outdated wording, which is no consent to the current one. */
export const hasOtherConsent = (visit: Visit, typed: FormValues): boolean =>
  typed.get('consent') !== '' && wordingOf(visit) !== undefined && revisionShown(visit, typed) === undefined;

/** The form with the current wording and no consent. */
export const withoutStaleConsent = (visit: Visit, typed: FormValues): FormValues =>
  typed.with({ consent: undefined, [WORDING_SHOWN]: wordingOf(visit)?.name });

/**
 * The consent to record with the order. A buyer who declined an outdated wording counts as having declined; there is no
 * record if the buyer was not asked.
 */
export const consentOf = (visit: Visit, typed: FormValues): Record<string, unknown> | undefined => {
  const wording = wordingOf(visit);
  if (!wording || !typed.has(WORDING_SHOWN)) return undefined;
  const revision = revisionShown(visit, typed);
  const source = 'storefront_checkout';
  if (revision === undefined) return { granted: false, source };
  return {
    granted: typed.get('consent') !== '',
    source,
    consent_text: wording.text,
    consent_text_version: `revision ${revision}`,
  };
};
