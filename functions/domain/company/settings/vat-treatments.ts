/** When VAT is due: on redemption, or on sale if the rate and the place of supply are known (EU 2016/1065). */
export const VAT_TREATMENTS = ['multi_purpose', 'single_purpose'] as const;
export type VatTreatment = (typeof VAT_TREATMENTS)[number];
