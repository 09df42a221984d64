import { createHash } from 'node:crypto';
import { normalizeCode } from '../../catalog/codes/rules.ts';
import type { CompanyRow } from '../../company/companies/rows.ts';

/** Whether a code belongs to the company's vendor: it starts with the vendor's prefix. */
export const isVendorCode = (company: CompanyRow, code: string): boolean =>
  company.vendor !== undefined && normalizeCode(code).startsWith(company.vendor.prefix.toUpperCase());

/**
 * The key of a claim at the vendor. It names company and code and nothing of the request, so that whoever asks again
 * after a lost answer asks for the same claim.
 */
export const vendorClaimKey = (company: string, code: string): string =>
  createHash('sha256')
    .update(`vendor-claim\n${company}\n${normalizeCode(code)}`)
    .digest('hex');

const isLoopback = (url: string): boolean =>
  URL.canParse(url) && ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname);

/**
 * Where the vendor is. An environment may put a stand-in into the place of all vendors (`stand-in`, the local stack
 * does); an address on the own machine was meant, unless it is that of a stand-in on another port.
 */
export const vendorAddress = (baseUrl: string, standIn: string | undefined): string => {
  if (standIn === undefined) return baseUrl;
  return isLoopback(baseUrl) && !baseUrl.replace(/\/+$/, '').endsWith('/_vendor') ? baseUrl : standIn;
};
