import { isArea, type FunctionDefinition } from '../areas.ts';
import type { Bundle } from './bundle.ts';

/**
 * Maximum size in bytes of an ordinary API function's bundle: slightly below the budget of 500 KB, so that growth is
 * noticed in time.
 */
export const API_BUNDLE_MAX_BYTES = 494 * 1000;

/** Bindings with a client that ordinary API functions do not have. */
const HEAVY_BINDINGS = new Map<string, string>([
  ['payments', 'includes the payment gateway SDK'],
  ['mail', 'includes the mail client and composer'],
  ['objects:read', 'includes the S3 client'],
  ['objects:write', 'includes the S3 client'],
]);

const SANITIZES = 'includes the HTML sanitizer, loaded only when there is markup';
const DESCRIBES = 'includes the description of the API';
const CHECKS = 'uses the schema of operator data';
/** Functions without a budget for reasons other than their bindings. */
const HEAVY_FUNCTIONS = new Map<string, string>([
  ['read-item-document', 'renders the document on request'],
  ['update-order-page', SANITIZES],
  ['create-order-page-draft', SANITIZES],
  ['update-order-page-draft', SANITIZES],
  ['openapi', DESCRIBES],
  ['openapi-v1', DESCRIBES],
  ['list-event-types', DESCRIBES],
  ['list-managed-products', CHECKS],
  ['create-managed-product', CHECKS],
  ['read-managed-product', CHECKS],
  ['update-managed-product', CHECKS],
  ['archive-managed-product', CHECKS],
  ['duplicate-managed-product', CHECKS],
  ['read-gift-card', CHECKS],
  ['update-gift-card', CHECKS],
  ['read-categories', CHECKS],
  ['replace-categories', CHECKS],
  ['read-stock', CHECKS],
  ['set-stock', CHECKS],
  ['create-campaign', CHECKS],
  ['update-campaign', CHECKS],
  ['create-campaign-codes', CHECKS],
  ['create-discount-code', CHECKS],
  ['update-discount-code', CHECKS],
  ['create-discount-code-batch', CHECKS],
  ['list-campaigns', CHECKS],
  ['read-campaign', CHECKS],
  ['delete-campaign', CHECKS],
  ['list-discount-codes', CHECKS],
  ['read-discount-code', CHECKS],
  ['delete-discount-code', CHECKS],
  ['read-code-batch', CHECKS],
  ['read-code-batch-file', CHECKS],
  ['cancel-event', CHECKS],
  ['read-company-settings', CHECKS],
  ['update-company-settings', CHECKS],
  ['read-accounts', CHECKS],
  ['replace-accounts', CHECKS],
  ['read-setup', CHECKS],
  ['create-operator-issue', CHECKS],
  ['agent', 'serves the routes of all tools'],
]);

/**
 * Why a function has no budget; undefined when it has one. Only routes whose callers wait for the response have a
 * budget.
 */
export const reasonOutsideBudget = (definition: FunctionDefinition): string | undefined => {
  if (!definition.access) return 'no caller waits for it';
  const listed = HEAVY_FUNCTIONS.get(definition.name);
  if (listed) return listed;
  if (isArea(definition)) return 'serves the pages of an area, each loaded by its first request';
  return definition.uses.map((binding) => HEAVY_BINDINGS.get(binding)).find((reason) => reason !== undefined);
};

/** Bundles of API functions that exceed the budget. */
export const overBudget = (definitions: readonly FunctionDefinition[], bundles: readonly Bundle[]): Bundle[] => {
  const bound = new Set(definitions.filter((each) => !reasonOutsideBudget(each)).map((each) => each.name));
  return bundles.filter(({ name, bytes }) => bound.has(name) && bytes > API_BUNDLE_MAX_BYTES);
};
