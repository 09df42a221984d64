import type { PageLanguage } from '../../../platform/page-languages.ts';
import { da } from './da.ts';
import { de } from './de.ts';
import { en, type CampaignTexts } from './en.ts';
import { no } from './no.ts';
import { sv } from './sv.ts';

export type { CampaignTexts } from './en.ts';

/** Texts of the campaign and discount code pages. */
export const CAMPAIGN_TEXTS: Readonly<Record<PageLanguage, CampaignTexts>> = { da, en, de, sv, no };
