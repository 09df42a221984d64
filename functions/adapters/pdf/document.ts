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
  codeLabel: string;
  /** What to do with the code, one short sentence. */
  scanHint: string;
  /** Formalities and terms as plain text; printed small. */
  terms?: LabelledText;
  /** One page for each item. */
  items: readonly DocumentItem[];
}

export interface LabelledText {
  label: string;
  text: string;
}

/** Colours as `#rrggbb`. */
export interface DocumentBrand {
  name: string;
  tagline?: string;
  colors: BrandColors;
}

export interface BrandColors {
  /** Large area behind the name. */
  primary: string;
  /** Text on the primary colour. */
  onPrimary: string;
  /** Lines and small marks. */
  accent: string;
  text: string;
}

/** A picture as our own encoder wrote it, upright and at the size that print needs; no other is ever drawn. */
export interface DocumentPicture {
  mime: 'image/jpeg' | 'image/png';
  bytes: Uint8Array;
}

export interface DocumentItem {
  code: string;
  /** Address in the QR code. */
  claimUrl: string;
  /** Formatted amount; absent where a price must not be shown. */
  amount?: string;
  validity?: LabelledText;
}
