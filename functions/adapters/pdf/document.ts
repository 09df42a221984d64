import type { PreparedPicture } from './prepared-picture.ts';
import type { FontFamily } from './asset-list.ts';

/** Content of a document. All texts are formatted in the reader's language; the renderer only lays them out. */
export interface DocumentInput {
  /** Language tag of the texts: `da`, `de-AT`. */
  language: string;
  kind: 'gift_card' | 'gift_card_variant' | 'event_ticket' | 'special_offer';
  brand: DocumentBrand;
  /** Name of the product and its option. */
  title: string;
  subtitle?: string;
  /** Label above the title: `Gift card`. */
  badge: string;
  /** Event date, place and kind of ticket: the same on every page. */
  facts: readonly LabelledText[];
  from?: LabelledText;
  to?: LabelledText;
  message?: string;
  picture?: DocumentPicture;
  /** The product's picture, for cards without a chosen one. */
  productPicture?: DocumentPicture;
  codeLabel: string;
  /** How to use the code, one short sentence. */
  scanHint: string;
  /** Order number. */
  reference?: LabelledText;
  /** Place of redemption and contact of the shop. */
  contact?: LabelledText;
  /** Formalities and terms as plain text; printed small. The address of the full text is below, even where it is cut. */
  terms?: LabelledText & { address?: string };
  /** Watermark of a sample. */
  watermark?: string;
  /** Further texts for the places of a template, by field: `currency`, `event_venue`. */
  fields?: Readonly<Record<string, string>>;
  /** One page for each item. */
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
  /** On the primary colour. */
  logo?: DocumentPicture;
  /** On paper. */
  logoOnLight?: DocumentPicture;
  /** Behind everything. */
  background?: DocumentPicture;
}

/** Colours as `#rrggbb`. */
export interface BrandColors {
  /** Large area behind the name. */
  primary: string;
  /** Text on the primary colour. */
  onPrimary: string;
  /** Ornaments and lines. */
  secondary: string;
  /** Paper, and text on it. */
  background: string;
  text: string;
  /** Small headings; readable on the paper. */
  accent: string;
}

/** A re-encoded picture, upright and at print size; no other is ever drawn. */
export type DocumentPicture =
  | { mime: 'image/jpeg' | 'image/png'; bytes: Uint8Array }
  /** A PNG that was prepared before. */
  | { mime: 'prepared'; prepared: PreparedPicture };

export interface DocumentItem {
  code: string;
  /** Address in the QR code. */
  claimUrl: string;
  /** Formatted amount; absent where a price must not be shown. */
  amount?: string;
  validity?: LabelledText;
  /** Number among several: `1 of 3`. */
  number?: string;
  /** Texts for placements, overriding those of the card. */
  fields?: Readonly<Record<string, string>>;
}
