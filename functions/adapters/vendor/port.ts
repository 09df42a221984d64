/** A code as the vendor describes it. `amountMinor` is in the smallest currency unit. */
export interface VendorCode {
  code: string;
  title: string | null;
  amountMinor: number;
  currency: string;
  /** `YYYY-MM-DD`; null if the code does not expire. */
  validUntil: string | null;
}

/** The vendor's response to a claim. `taken`: the code was claimed elsewhere, or is no longer valid. */
export type VendorClaim = { outcome: 'claimed'; code: VendorCode } | { outcome: 'unknown' } | { outcome: 'taken' };

/** A company whose codes can be redeemed here. Both calls throw 503 if the company does not respond. */
export interface VendorPort {
  find: (code: string) => Promise<VendorCode | undefined>;
  /** Claims the full value of a code. Repeated calls with the same key claim it once. */
  claim: (code: string, key: string) => Promise<VendorClaim>;
}
