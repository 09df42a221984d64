/** When VAT is due: on redemption, or on sale if rate and place are known (EU 2016/1065). */
export const VAT_TREATMENTS = ['multi_purpose', 'single_purpose'] as const;
export type VatTreatment = (typeof VAT_TREATMENTS)[number];
