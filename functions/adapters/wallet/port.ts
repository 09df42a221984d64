/** Content of a card in any wallet. */
export interface WalletCard {
  kind: 'value-card' | 'voucher' | 'ticket';
  /** `used`: nothing is left. `void`: cancelled, refunded or replaced. */
  state: 'usable' | 'used' | 'void';
  /** Slug of the shop, and its name. */
  company: string;
  shop: string;
  language: string;
  colors: { background: string; foreground: string };
  /** The shop's logo, as PNG or JPEG: its bytes for a wallet that embeds it, its address for one that fetches it. */
  logo?: Uint8Array;
  logoUrl?: string;
  /** Kind: `Gift card`. */
  badge: string;
  title: string;
  variant?: string;
  code: string;
  /** Content of the bar code. */
  claimUrl: string;
  /** Of a value card. */
  balance?: LabeledText & { amountMinor: number; currency: string; atMs: number };
  validity?: LabeledText;
  /** Last millisecond of validity; absent without an end. */
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
  /** On the back, or where the wallet has room. */
  more: readonly LabeledText[];
  /** The page of the card, which always shows its current state. */
  page: LabeledText;
}

export interface LabeledText {
  label: string;
  text: string;
}
