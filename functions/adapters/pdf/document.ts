import type { PreparedPicture } from './prepared-picture.ts';
import type { FontFamily } from './asset-list.ts';

/** What a document says. All texts are ready to print, in the reader's language; the renderer only lays them out. */
export interface DocumentInput {
  /** Language tag of the texts: `da`, `de-AT`. */
  language: string;
  kind: 'gift_card' | 'gift_card_variant' | 'event_ticket' | 'special_offer';
  brand: DocumentBrand;
  /** Name of the product, and of the option where it has one. */
  title: string;
  subtitle?: string;
  /** A word above the title that says what this is: `Gift card`. */
  badge: string;
  /** When and where an event takes place, and what the ticket is for: the same on every page. */
  facts: readonly LabelledText[];
  from?: LabelledText;
  to?: LabelledText;
  message?: string;
  picture?: DocumentPicture;
  /** The product's own; a card shows it where nobody chose a picture. */
  productPicture?: DocumentPicture;
  codeLabel: string;
  /** What to do with the code, one short sentence. */
  scanHint: string;
  /** The short number of the order. */
  reference?: LabelledText;
  /** Where it is redeemed and how the shop is reached. */
  contact?: LabelledText;
  /** Formalities and terms as plain text; printed small. */
  terms?: LabelledText;
  /** Word across every page of what is no real card. */
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
  /** Small headings; reads on the paper. */
  accent: string;
}

/** A picture as our own encoder wrote it, upright and at the size that print needs; no other is ever drawn. */
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
  /** Which of several it is: `1 of 3`. */
  number?: string;
  /** Texts for the places of a template that stand above those of the card. */
  fields?: Readonly<Record<string, string>>;
}
