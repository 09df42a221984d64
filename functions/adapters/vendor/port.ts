/** A code as the vendor describes it. Amounts in the smallest unit. */
export interface VendorCode {
  code: string;
  title: string | null;
  amountMinor: number;
  currency: string;
  /** `YYYY-MM-DD`; null without an end. */
  validUntil: string | null;
}

/** The vendor's response to a claim. `taken`: it was claimed elsewhere, or is no longer valid. */
export type VendorClaim = { outcome: 'claimed'; code: VendorCode } | { outcome: 'unknown' } | { outcome: 'taken' };

/** A company whose codes we redeem. Both calls throw 503 when it does not respond. */
export interface VendorPort {
  find: (code: string) => Promise<VendorCode | undefined>;
  /** Claims the whole code. Idempotent by key. */
  claim: (code: string, key: string) => Promise<VendorClaim>;
}
