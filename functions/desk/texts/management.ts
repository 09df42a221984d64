import type { PageLanguage } from '../../platform/page-languages.ts';
import { BRAND_TEXTS, type BrandTexts } from './brand.ts';
import { DELIVERY_TEXTS, type DeliveryTexts } from './delivery.ts';
import { LIST_TEXTS, type ListTexts } from './lists.ts';
import { PAGE_TEXTS, type DeskFrameTexts } from './page.ts';
import { REFUND_TEXTS, type RefundTexts } from './refund.ts';
import { TRAIL_TEXTS, type TrailTexts } from './trail.ts';
import { da } from './webhooks/da.ts';
import { de } from './webhooks/de.ts';
import { en, type WebhookTexts } from './webhooks/en.ts';
import { no } from './webhooks/no.ts';
import { sv } from './webhooks/sv.ts';

interface ManagementTexts {
  brand: BrandTexts;
  page: DeskFrameTexts;
  delivery: DeliveryTexts;
  lists: ListTexts;
  refund: RefundTexts;
  trail: TrailTexts;
  webhooks: WebhookTexts;
}

const textsIn = (language: PageLanguage, webhooks: WebhookTexts): ManagementTexts => ({
  brand: BRAND_TEXTS[language],
  page: PAGE_TEXTS[language],
  delivery: DELIVERY_TEXTS[language],
  lists: LIST_TEXTS[language],
  refund: REFUND_TEXTS[language],
  trail: TRAIL_TEXTS[language],
  webhooks,
});

/** Texts of the desk's company settings and order history. */
export const MANAGEMENT_TEXTS: Readonly<Record<PageLanguage, ManagementTexts>> = {
  da: textsIn('da', da),
  en: textsIn('en', en),
  de: textsIn('de', de),
  sv: textsIn('sv', sv),
  no: textsIn('no', no),
};
