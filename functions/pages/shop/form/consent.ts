import type { PageLanguage } from '../../../platform/page-languages.ts';
import { shortHash } from '../assets.ts';
import type { Visit } from '../visit.ts';
import type { Typed } from '../../kit/typed.ts';

/** The field in which a form says which wording it showed. */
export const WORDING_SHOWN = 'consent_shown';

/** The wording of the page's request for marketing consent; undefined where the page does not ask. */
export const wordingOf = (visit: Visit): { text: string; language: PageLanguage; name: string } | undefined => {
  const wording = visit.own(visit.shop.settings.consent);
  return wording && { ...wording, name: `${visit.shop.revision}.${shortHash(wording.text)}` };
};

const NAME = /^(\d{1,9})\.([\w-]{12})$/;

/** The revision that showed the current wording to the sender of the form. */
const revisionShown = (visit: Visit, typed: Typed): number | undefined => {
  const [, revision = '', hash] = NAME.exec(typed.get(WORDING_SHOWN)) ?? [];
  const wording = wordingOf(visit);
  const isShown = wording?.name.endsWith(`.${hash}`) && Number(revision) <= visit.shop.revision;
  return isShown ? Number(revision) : undefined;
};

/** Whether the buyer has ticked another wording than the page has now: that is no consent to this one. */
export const agreedToOther = (visit: Visit, typed: Typed): boolean =>
  typed.get('consent') !== '' && wordingOf(visit) !== undefined && revisionShown(visit, typed) === undefined;

/** The form with the current wording, without consent yet. */
export const askedAnew = (visit: Visit, typed: Typed): Typed =>
  typed.with({ consent: undefined, [WORDING_SHOWN]: wordingOf(visit)?.name });

/**
 * What the order records: consent by the wording that was shown. A buyer who declined an earlier wording has declined,
 * in words that no longer exist; a buyer who was never asked has recorded nothing.
 */
export const consentOf = (visit: Visit, typed: Typed): Record<string, unknown> | undefined => {
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
