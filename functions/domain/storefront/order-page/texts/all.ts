import type { FieldTexts } from '../paths.ts';
import type { PageLanguage } from '../../../../platform/page-languages.ts';
import { da } from './da.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { no } from './no.ts';
import { sv } from './sv.ts';

/** Labels and help of the fields, in every language of the page. */
export const FIELD_TEXTS: Readonly<Record<PageLanguage, FieldTexts>> = { da, en, de, sv, no };
