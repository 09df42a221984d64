import { config } from '../../../platform/config.ts';
import { getRowsWithCommon } from '../../../storage/common-rows.ts';
import type { Key, RowSet } from '../../../storage/table.ts';
import type { Family } from '../../catalog/products/ids.ts';
import { brandOf, type Brand } from '../../company/brand/rules.ts';
import { companyKey, type CompanyRow } from '../../company/companies/rows.ts';
import { draftCodec, draftKey, pageCodec, pageKey, type OrderPageRow } from './rows.ts';
import { applyEdits } from './rules.ts';
import { pageSettingsOf, type PageSettings } from './settings.ts';
import { SLUG } from '../../company/settings/slug.ts';

/** A company's shop for visitors. */
export interface Shop {
  company: CompanyRow;
  settings: PageSettings;
  brand: Brand;
  /** `never`: it was never open, so it is not public. */
  state: 'open' | 'closed' | 'never';
  /** A preview of a draft, in which nothing can be bought. */
  isPreview: boolean;
  /** Number of the revision shown. */
  revision: number;
}

const stateOf = (page: OrderPageRow, isOpen: boolean): Shop['state'] => {
  if (isOpen) return 'open';
  return page.wasOpen ? 'closed' : 'never';
};

/** Keys of the rows of a shop, for the caller's read. */
export const shopKeys = (slug: string): Key[] => [companyKey(slug), pageKey(slug)];

/** The live shop, from rows that were read with `shopKeys`. */
export const shopIn = (slug: string, rows: RowSet): Shop | undefined => shopOf(slug, rows, undefined);

/**
 * Reads a shop in one call: live, or as a draft. Undefined for an unknown or inactive company, or one without a page.
 * If the draft is not open, returns the live shop.
 */
export const findShop = async (slug: string, draftId: string | undefined): Promise<Shop | undefined> => {
  if (!SLUG.test(slug)) return undefined;
  const drafts: Key[] = draftId ? [draftKey(slug, draftId)] : [];
  return shopOf(slug, await getRowsWithCommon(drafts, shopKeys(slug)), draftId);
};

/** Whether the URL of a shop shows a page: the shop is open, or was open before. */
export const isShopPublic = async (slug: string): Promise<boolean> => {
  const shop = await findShop(slug, undefined);
  return shop !== undefined && shop.state !== 'never';
};

/** Whether the shop has pages for products of a family: it is public, and its order page shows the family. */
export const hasProductPages = async (slug: string, family: Family): Promise<boolean> => {
  const shop = await findShop(slug, undefined);
  return shop !== undefined && shop.state !== 'never' && shop.settings.families.includes(family);
};

const shopOf = (slug: string, rows: RowSet, draftId: string | undefined): Shop | undefined => {
  const company = rows.get<CompanyRow>(companyKey(slug));
  const raw = rows.get(pageKey(slug));
  const rawDraft = draftId ? rows.get(draftKey(slug, draftId)) : undefined;
  if (!company?.active || !raw) return undefined;
  const page = pageCodec.read(raw);
  const draft = rawDraft && draftCodec.read(rawDraft);
  const values = draft ? applyEdits(page.values, draft.edits) : page.values;
  const settings = pageSettingsOf(company, values, config.allowsLoopbackWebhooks());
  return {
    company,
    settings,
    brand: brandOf(company),
    state: stateOf(page, settings.open),
    isPreview: draft !== undefined,
    revision: page.revision,
  };
};
