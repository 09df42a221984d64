/** When VAT is due: on redemption, or, with rate and place known, on sale (EU 2016/1065). */
export const VAT_TREATMENTS = ['multi_purpose', 'single_purpose'] as const;
export type VatTreatment = (typeof VAT_TREATMENTS)[number];
