import { createHash } from 'node:crypto';
import { isStorableCode, normalizeCode } from '../../catalog/codes/rules.ts';
import type { CompanyRow } from '../../company/companies/rows.ts';

/** Whether a code belongs to the company's vendor: it starts with the vendor's prefix, and is a valid item code. */
export const isVendorCode = (company: CompanyRow, code: string): boolean =>
  company.vendor !== undefined &&
  isStorableCode(code) &&
  normalizeCode(code).startsWith(company.vendor.prefix.toUpperCase());

/**
 * The key of a claim at the vendor. It consists only of the company and the code, so that a retry after a lost response
 * repeats the same claim.
 */
export const vendorClaimKey = (company: string, code: string): string =>
  createHash('sha256')
    .update(`vendor-claim\n${company}\n${normalizeCode(code)}`)
    .digest('hex');

const isLoopback = (url: string): boolean =>
  URL.canParse(url) && ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname);

/**
 * URL of the vendor. If the environment has a stand-in for vendors, as the local stack does, returns the stand-in,
 * except for another vendor on the same machine.
 */
export const vendorUrl = (baseUrl: string, replacement: string | undefined): string => {
  if (replacement === undefined) return baseUrl;
  return isLoopback(baseUrl) && !baseUrl.replace(/\/+$/, '').endsWith('/_vendor') ? baseUrl : replacement;
};
