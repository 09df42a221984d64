import { management } from '../../../platform/messages/management.ts';
import { conflict, invalidFields, type FieldErrors } from '../../../platform/errors.ts';
import { config } from '../../../platform/config.ts';
import { assertMatches, strongTag } from '../../../platform/preconditions.ts';
import { hashInput, recordReplyWrites, type IdempotencyRecord, type Reply } from '../../../storage/idempotency.ts';
import { hasOrders } from '../../checkout/orders/has-orders.ts';
import type { CompanyRow } from '../../company/companies/rows.ts';
import { liveValues, missingDetails } from '../../storefront/order-page/opening.ts';
import { hasItems } from '../../value/items/has-items.ts';
import { changeMembers, fileEntry, type MemberValues } from '../catalog/company-member.ts';
import { loadCompany } from '../../company/companies/load.ts';
import { mergePatch } from '../catalog/merge.ts';
import { OWN_SETTINGS, OPERATOR_SETTINGS, presentSettings } from './present-settings.ts';

/** ETag of a company's settings (lib/reference/companies.md#settings), the same for all channels. */
const settingsTag = (row: CompanyRow): string => strongTag('settings', hashInput(presentSettings(row)));

const replyWith = (row: CompanyRow): Reply => ({
  status: 200,
  headers: { ETag: settingsTag(row) },
  body: presentSettings(row),
});

/** GET /v2/companies/{slug}/settings. Throws 404 for an inactive company. */
export const readCompanySettings = async (company: string): Promise<Reply> => replyWith(await loadCompany(company));

interface SettingsPatch {
  company: string;
  patch: Record<string, unknown>;
  ifMatch: string | undefined;
  idempotency: IdempotencyRecord | undefined;
}

/** Number of segments in `$.companies[0]`, the path of the company. */
const DEPTH = 2;

/**
 * PATCH /v2/companies/{slug}/settings: applies a merge patch, with the checks of an import. Throws 404, 409
 * `currency_in_use`, 412, and 422 if an import would reject the result, for members that only operators can change, and
 * for the removal of members that an open order page requires in production.
 */
export const updateCompanySettings = async (change: SettingsPatch): Promise<Reply> => {
  const { company, patch, ifMatch, idempotency } = change;
  const row = await changeMembers({
    company,
    depth: DEPTH,
    decide: async (before) => {
      assertMatches(ifMatch, settingsTag(before));
      assertOwn(patch);
      await assertCurrencyFree(before, patch);
      return mergedMembers(before, patch);
    },
    verify: assertMayStayOpen,
    also: (after) => recordReplyWrites(idempotency, replyWith(after)),
  });
  return replyWith(row);
};

/** Throws 422 for every member that a company cannot set itself. */
const assertOwn = (patch: Record<string, unknown>): void => {
  const faults: FieldErrors = {};
  for (const name of Object.keys(patch)) {
    if (OPERATOR_SETTINGS.has(name)) faults[name] = [management('operators_only')];
    else if (!OWN_SETTINGS.has(name)) faults[name] = [management('member_unknown')];
  }
  if (Object.keys(faults).length > 0) throw invalidFields(faults);
};

/**
 * Throws 409 for a new currency if the company has orders or items, because their amounts are stored without a
 * currency.
 */
const assertCurrencyFree = async ({ slug, currency }: CompanyRow, patch: Record<string, unknown>): Promise<void> => {
  if (patch['currency'] === undefined || patch['currency'] === currency) return;
  if (!(await hasOrders(slug)) && !(await hasItems(slug))) return;
  throw conflict('currency_in_use', management('currency_in_use', { currency }));
};

const mergedMembers = (before: CompanyRow, patch: Record<string, unknown>): MemberValues => {
  const entry = fileEntry(before);
  const merged = mergePatch(entry, patch) as Record<string, unknown>;
  return Object.fromEntries(Object.keys(patch).map((name) => [name, merged[name]]));
};

/** Throws 422 for the removal of members that an open order page requires in production. */
const assertMayStayOpen = async (after: CompanyRow, before: CompanyRow): Promise<void> => {
  if (config.environment() !== 'production') return;
  const values = await liveValues(after.slug);
  if (values['open'] !== true) return;
  const lacked = new Set(missingDetails(before, values));
  const lost = missingDetails(after, values).filter((member) => !lacked.has(member));
  if (lost.length === 0) return;
  throw invalidFields(Object.fromEntries(lost.map((member) => [member, [management('needed_by_open_page')]])));
};
