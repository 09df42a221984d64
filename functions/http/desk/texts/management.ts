import type { PageLanguage } from '../../../domain/order-page/schema.ts';
import { BRAND_WORDS, type BrandWords } from './brand.ts';
import { PAGE_WORDS, type PageWords } from './page.ts';
import { TRAIL_WORDS, type TrailWords } from './trail.ts';
import { da } from './webhooks/da.ts';
import { de } from './webhooks/de.ts';
import { en, type WebhookWords } from './webhooks/en.ts';
import { no } from './webhooks/no.ts';
import { sv } from './webhooks/sv.ts';

interface ManagementWords {
  brand: BrandWords;
  page: PageWords;
  trail: TrailWords;
  webhooks: WebhookWords;
}

const wordsIn = (language: PageLanguage, webhooks: WebhookWords): ManagementWords => ({
  brand: BRAND_WORDS[language],
  page: PAGE_WORDS[language],
  trail: TRAIL_WORDS[language],
  webhooks,
});

/** What the desk says where a company is set up, and where an order's course is told. */
export const MANAGEMENT_WORDS: Readonly<Record<PageLanguage, ManagementWords>> = {
  da: wordsIn('da', da),
  en: wordsIn('en', en),
  de: wordsIn('de', de),
  sv: wordsIn('sv', sv),
  no: wordsIn('no', no),
};
