import type { PageLanguage } from '../../../platform/page-languages.ts';
import { da } from './faults-da.ts';
import { de } from './faults-de.ts';
import { en, type FaultTexts } from './faults-en.ts';
import { no } from './faults-no.ts';
import { sv } from './faults-sv.ts';

const TEXTS: Readonly<Record<PageLanguage, FaultTexts>> = { da, en, de, sv, no };

/** Texts about faults of fields, in the language of the page. */
export const faultTexts = (language: PageLanguage): FaultTexts => TEXTS[language];
