import type { PreparedPicture } from './prepared-picture.ts';
import type { FontFamily } from './asset-list.ts';

/**
 * Content of a document. All texts are already formatted in the recipient's language; the renderer only arranges them.
 */
export interface DocumentInput {
  /** Language tag of the texts, such as `da` or `de-AT`. */
  language: string;
  kind: 'gift_card' | 'gift_card_variant' | 'event_ticket' | 'special_offer';
  brand: DocumentBrand;
  /** Name of the product and of its option. */
  title: string;
  subtitle?: string;
  /** Label above the title, such as `Gift card`. */
  badge: string;
  /** Date, venue and kind of ticket of an event, which are the same on every page. */
  facts: readonly LabelledText[];
  from?: LabelledText;
  to?: LabelledText;
  message?: string;
  picture?: DocumentPicture;
  /** Picture of the product, for cards without a picture of their own. */
  productPicture?: DocumentPicture;
  codeLabel: string;
  /** One short sentence about how to use the code. */
  scanHint: string;
  /** Order number. */
  reference?: LabelledText;
  /** Where the items can be redeemed, and contact details of the shop. */
  contact?: LabelledText;
  /**
   * Formalities and terms as plain text, printed small. The URL of the full text follows, even if the text is
   * shortened.
   */
  terms?: LabelledText & { address?: string };
  /** Watermark of a specimen. */
  watermark?: string;
  /** Further texts for the fields of a template, by field: `currency`, `event_venue`. */
  fields?: Readonly<Record<string, string>>;
  /** The items; each has its own page. */
  items: readonly DocumentItem[];
}

export interface LabelledText {
  label: string;
  text: string;
}

export interface DocumentBrand {
  name: string;
  tagline?: string;
  colors: BrandColors;
  fonts: Record<'heading' | 'body', FontFamily>;
  /** Logo for the primary color. */
  logo?: DocumentPicture;
  /** Logo for the background color. */
  logoOnLight?: DocumentPicture;
  /** Picture behind all content. */
  background?: DocumentPicture;
}

/** Colors as `#rrggbb`. */
export interface BrandColors {
  /** Color of the large area behind the name. */
  primary: string;
  /** Color of text on the primary color. */
  onPrimary: string;
  /** Color of ornaments and lines. */
  secondary: string;
  /** Color of the paper; `text` is the color of the text on it. */
  background: string;
  text: string;
  /** Color of small headings, readable on the paper. */
  accent: string;
}

/** A re-encoded picture, upright and in the size for print. No other pictures are drawn. */
export type DocumentPicture =
  | { mime: 'image/jpeg' | 'image/png'; bytes: Uint8Array }
  /** A PNG that was prepared for embedding. */
  | { mime: 'prepared'; prepared: PreparedPicture };

export interface DocumentItem {
  code: string;
  /** URL in the QR code. */
  claimUrl: string;
  /** Formatted amount; absent if the price must not be shown. */
  amount?: string;
  validity?: LabelledText;
  /** Number among several items, such as `1 of 3`. */
  number?: string;
  /** Texts for the fields of a template, which replace those of the card. */
  fields?: Readonly<Record<string, string>>;
}
