/** Scopes of an API key (lib/reference/api-keys.md#scopes). They are independent: none implies another. */
export const SCOPES = [
  'companies:read',
  'brand:read',
  'brand:write',
  'credentials:read',
  'credentials:write',
  'orderpage:read',
  'orderpage:write',
  'pdf_templates:read',
  'pdf_templates:write',
  'items:read',
  'items:write',
  'items:adjust',
  'catalog:read',
  'catalog:write',
  'quotes:create',
  'orders:create',
  'orders:read',
  'checkout:create',
  'orders:settle',
  'orders:refund',
  'webhooks:read',
  'webhooks:write',
  'reports:read',
] as const;

export type Scope = (typeof SCOPES)[number];
