/** What a card in a wallet says, whichever wallet it is. */
export interface WalletCard {
  kind: 'value-card' | 'voucher' | 'ticket';
  /** `used`: nothing of it is left. `void`: cancelled, refunded or replaced. */
  state: 'usable' | 'used' | 'void';
  /** Slug of the shop, and the name it goes by. */
  company: string;
  shop: string;
  language: string;
  colors: { background: string; foreground: string };
  /** The shop's logo, as PNG or JPEG: its bytes for a wallet that carries them, its address for one that fetches them. */
  logo?: Uint8Array;
  logoUrl?: string;
  /** What it is: `Gift card`. */
  badge: string;
  title: string;
  variant?: string;
  code: string;
  /** What the bar code says. */
  claimUrl: string;
  /** Of a value card. */
  balance?: Labelled & { amountMinor: number; currency: string; atMs: number };
  validity?: Labelled;
  /** Last millisecond in which it is taken; absent where it always is. */
  endsAtMs?: number;
  event?: {
    slug: string;
    /** RFC 3339. */
    startsAt: string;
    endsAt: string | null;
    when: Labelled;
    where?: Labelled & { name: string; address: string };
  };
  seats?: Labelled;
  order?: Labelled & { id: string };
  /** On the back, or where the wallet has room. */
  more: readonly Labelled[];
  /** The page of the card, which always shows its current state. */
  page: Labelled;
}

export interface Labelled {
  label: string;
  text: string;
}
