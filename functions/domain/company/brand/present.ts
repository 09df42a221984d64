import { toTimestamp } from '../../../platform/clock.ts';
import { strongTag } from '../../../platform/preconditions.ts';
import { READABLE_RATIO, shownRatio } from './contrast.ts';
import { BRAND_FONTS } from '../settings/brand-fonts.ts';
import { assetFile, assetUrl, brandOf, contrastsOf, defaultTemplateId, type BrandedCompany } from './rules.ts';
import { ASSET_ROLES, COLOR_NAMES, type AssetRole, type StoredAsset } from '../settings/brand-schema.ts';

/** The brand profile as the API returns it. */
export const presentBrand = (company: BrandedCompany) => {
  const brand = brandOf(company);
  return {
    object: 'brand',
    company: brand.company,
    display_name: brand.displayName,
    tagline: brand.tagline,
    colors: Object.fromEntries(COLOR_NAMES.map((name) => [name, brand.colors[name]])),
    typography: { heading: brand.heading.id, body: brand.body.id },
    fonts: BRAND_FONTS.map(({ id, name, scripts }) => ({ id, name, scripts })),
    contrast: contrastsOf(brand).map(({ foreground, background, ratio }) => ({
      foreground,
      background,
      ratio: shownRatio(ratio),
      passes: ratio >= READABLE_RATIO,
    })),
    default_template: { id: defaultTemplateId(brand.company), version: brand.version },
    version: brand.version,
    updated_at: company.brand ? toTimestamp(company.brand.updatedAtMs) : null,
  };
};

/** ETag of the profile, which changes with its content. */
export const brandTag = (company: BrandedCompany): string => strongTag('brand', JSON.stringify(presentBrand(company)));

export const presentAsset = (company: string, role: AssetRole, asset: StoredAsset) => ({
  object: 'brand_asset',
  role,
  mime: asset.mime,
  byte_size: asset.byteSize,
  width: asset.width,
  height: asset.height,
  sha256: asset.sha256,
  url: assetUrl(company, assetFile(asset)),
  updated_at: toTimestamp(asset.updatedAtMs),
});

/** The pictures of a brand, in the order of their roles. */
export const presentAssets = ({ slug, brand }: BrandedCompany) => ({
  object: 'list' as const,
  data: ASSET_ROLES.flatMap((role) => {
    const asset = brand?.assets?.[role];
    return asset ? [presentAsset(slug, role, asset)] : [];
  }),
  has_more: false,
  next_cursor: null,
});
