/** When what is sold is taxed: when it is redeemed, or, with its rate and place known, when it is sold (EU 2016/1065). */
export const VAT_TREATMENTS = ['multi_purpose', 'single_purpose'] as const;
export type VatTreatment = (typeof VAT_TREATMENTS)[number];
