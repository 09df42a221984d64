import { ApiError } from '../../../platform/errors.ts';
import { hashInput } from '../../../storage/idempotency.ts';
import { scheduleUnusedWrites } from '../../company/brand/assets.ts';
import { assertUpload } from '../../company/brand/asset-terms.ts';
import { changeBrand } from '../../company/brand/change.ts';
import { storeAsset } from '../../company/brand/store-asset.ts';
import { mergeBrand } from '../../company/brand/rules.ts';
import {
  ASSET_ROLES,
  type AssetRole,
  type StoredAsset,
  type StoredBrand,
} from '../../company/settings/brand-schema.ts';
import { assertReadable } from '../../company/brand/update.ts';
import type { CompanyRow } from '../../company/companies/rows.ts';
import { jsonPath, type Fault } from './faults.ts';
import type { OperatorData } from './schema.ts';
import type { Company } from '../../company/settings/company-schema.ts';

/** The brand of one company, whose pictures are already stored as objects. */
interface BrandToImport {
  slug: string;
  brand: NonNullable<Company['brand']>;
  assets: Partial<Record<AssetRole, StoredAsset | null>>;
  /** Hash of the file's entry. */
  hash: string;
}

/**
 * Stores the pictures of brands whose entry differs from the last import, and returns these brands with the faults of
 * their colors and pictures. Changes made elsewhere since the last import are kept until the entry changes.
 */
export const brandsToImport = async (
  data: OperatorData,
  stored: ReadonlyMap<string, CompanyRow>,
): Promise<{ brands: BrandToImport[]; faults: Fault[] }> => {
  const brands: BrandToImport[] = [];
  const faults: Fault[] = [];
  for (const [at, company] of data.companies.entries()) {
    if (!company?.brand) continue;
    const hash = hashInput(company.brand);
    const before = stored.get(company.slug)?.brand;
    if (before?.imported === hash) continue;
    const path = ['companies', at, 'brand'] as const;
    faults.push(...(await unreadable(company, before, path)));
    const { assets, faults: broken } = await assetsOf(company, path);
    faults.push(...broken);
    brands.push({ slug: company.slug, brand: company.brand, assets, hash });
  }
  return { brands, faults };
};

const messageOf = (error: unknown): string => {
  if (!(error instanceof ApiError) || error.status >= 500) throw error;
  return Object.values(error.fields ?? {})[0]?.[0] ?? error.message;
};

const unreadable = async (
  { slug, name, brand = {} }: Company,
  before: StoredBrand | undefined,
  path: readonly PropertyKey[],
): Promise<Fault[]> => {
  try {
    await assertReadable({ slug, name, brand: mergeBrand({ name, brand: before }, brand) as StoredBrand });
    return [];
  } catch (error) {
    return [{ path: jsonPath([...path, 'colors', 'text']), message: messageOf(error) }];
  }
};

const assetsOf = async (
  { slug, brand }: Company,
  path: readonly PropertyKey[],
): Promise<{ assets: BrandToImport['assets']; faults: Fault[] }> => {
  const assets: BrandToImport['assets'] = {};
  const faults: Fault[] = [];
  for (const role of ASSET_ROLES) {
    const dataUrl = brand?.assets?.[role];
    if (dataUrl === undefined) continue;
    try {
      assets[role] = dataUrl === null ? null : await storeAssetOf(slug, role, dataUrl);
    } catch (error) {
      faults.push({ path: jsonPath([...path, 'assets', role]), message: messageOf(error) });
    }
  }
  return { assets, faults };
};

const storeAssetOf = (company: string, role: AssetRole, dataUrl: string): Promise<StoredAsset> => {
  const [, type = '', text = ''] = /^data:([^;]+);base64,([^]*)$/.exec(dataUrl) ?? [];
  const bytes = Buffer.from(text, 'base64');
  return storeAsset({ company, role, mime: assertUpload(role, type, bytes.byteLength), bytes });
};

/** Writes brands of existing companies. Returns how many changed. */
export const importBrands = async (brands: readonly BrandToImport[]): Promise<number> => {
  for (const { slug, brand, assets, hash } of brands) {
    await changeBrand({
      company: slug,
      anyState: true,
      decide: (company) => {
        const { brand: before } = company;
        const next = { ...mergeBrand(company, brand), imported: hash };
        const pictures = Object.fromEntries(
          Object.entries({ ...before?.assets, ...assets }).filter(([, asset]) => asset !== null),
        );
        const { assets: _before, ...rest } = next;
        const after = Object.keys(pictures).length > 0 ? { ...rest, assets: pictures } : rest;
        return { brand: after, also: scheduleUnusedWrites(slug, before, after as StoredBrand) };
      },
    });
  }
  return brands.length;
};
