/** The content of a card, independent of the wallet. */
export interface WalletCard {
  kind: 'value-card' | 'voucher' | 'ticket';
  /** `used`: no value is left. `void`: cancelled, refunded or replaced. */
  state: 'usable' | 'used' | 'void';
  /** Slug of the shop; `shop` is its name. */
  company: string;
  shop: string;
  language: string;
  colors: { background: string; foreground: string };
  /** The shop's logo as PNG or JPEG: the bytes for a wallet that embeds it, the URL for one that fetches it. */
  logo?: Uint8Array;
  logoUrl?: string;
  /** Label for the kind of card, such as `Gift card`. */
  badge: string;
  title: string;
  variant?: string;
  code: string;
  /** Content of the QR code. */
  claimUrl: string;
  /** Balance of a value card. */
  balance?: LabeledText & { amountMinor: number; currency: string; atMs: number };
  validity?: LabeledText;
  /** Last millisecond of validity; absent if the card does not expire. */
  endsAtMs?: number;
  event?: {
    slug: string;
    /** RFC 3339. */
    startsAt: string;
    endsAt: string | null;
    when: LabeledText;
    where?: LabeledText & { name: string; address: string };
  };
  seats?: LabeledText;
  order?: LabeledText & { id: string };
  /** Shown on the back, or where the wallet has space. */
  more: readonly LabeledText[];
  /** Link to the page of the card, which always shows its current state. */
  page: LabeledText;
}

export interface LabeledText {
  label: string;
  text: string;
}
