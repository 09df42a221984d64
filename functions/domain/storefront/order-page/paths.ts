/** The fields of the page, by their path in the values. */
const FIELD_PATHS = [
  'open',
  'languages',
  'default_language',
  'title',
  'introduction',
  'closed_message',
  'families',
  'featured_products',
  'suggested_amounts',
  'greeting.enabled',
  'greeting.own_picture',
  'delivery.methods',
  'discount_code.enabled',
  'marketing_consent.text',
  'terms.text',
  'contact.email',
  'contact.phone',
  'seo.title',
  'seo.description',
  'return_url',
] as const;
export type FieldPath = (typeof FIELD_PATHS)[number];

/** Label and help of each field, in one language. */
export interface FieldTexts {
  fields: Readonly<Record<FieldPath, readonly [label: string, description: string]>>;
  /** Default text of a closed page. */
  closedMessage: string;
}
