import { createHash } from 'node:crypto';
import { config } from '../../../platform/config.ts';
import type { CompanyRow } from '../companies/rows.ts';
import { contrastRatio, foregroundOn, isReadable } from './contrast.ts';
import { brandFont, DEFAULT_FONT, type BrandFont } from '../settings/brand-fonts.ts';
import type { AssetRole, BrandPatch, ColorName, StoredAsset, StoredBrand } from '../settings/brand-schema.ts';

/** Default colors. */
const DEFAULT_COLORS: Readonly<Record<ColorName, string>> = {
  primary: '#12343b',
  secondary: '#c8963e',
  background: '#ffffff',
  text: '#22303a',
};

/** A picture of a brand, ready to use. */
export interface BrandPicture {
  /** Public URL, derived from its content. */
  url: string;
  /** The picture as pixels, for emails and documents, which cannot show SVG. */
  rasterUrl: string;
  rasterObject: string;
  rasterMime: 'image/png' | 'image/jpeg';
  width: number;
  height: number;
}

/** The brand of a company, including defaults and readable text colors. */
export interface Brand {
  company: string;
  displayName: string;
  tagline: string | null;
  colors: Record<ColorName, string> & {
    /** Black or white. */
    onPrimary: string;
    onSecondary: string;
    /** For links and small headings on the background: the first of the brand's colors that is readable. */
    accent: string;
  };
  heading: BrandFont;
  body: BrandFont;
  logo: BrandPicture | undefined;
  logoOnLight: BrandPicture | undefined;
  pdfBackground: BrandPicture | undefined;
  version: number;
}

/** Members of a company's row that determine the brand. */
export type BrandedCompany = Pick<CompanyRow, 'slug' | 'name' | 'brand'>;

/** The brand of a company, computed from its row. */
export const brandOf = ({ slug, name, brand }: BrandedCompany): Brand => {
  const colors = { ...DEFAULT_COLORS, ...brand?.colors };
  const { primary, secondary, background, text } = colors;
  const picture = (...roles: AssetRole[]): BrandPicture | undefined => {
    const role = roles.find((each) => brand?.assets?.[each]);
    const asset = role && brand?.assets?.[role];
    return asset ? pictureOf(slug, asset) : undefined;
  };
  return {
    company: slug,
    displayName: brand?.display_name ?? name,
    tagline: brand?.tagline ?? null,
    colors: {
      ...colors,
      onPrimary: foregroundOn(primary),
      onSecondary: foregroundOn(secondary),
      accent: [primary, secondary].find((color) => isReadable(color, background)) ?? text,
    },
    heading: brandFont(brand?.typography?.heading ?? DEFAULT_FONT),
    body: brandFont(brand?.typography?.body ?? DEFAULT_FONT),
    logo: picture('logo', 'logo_on_light'),
    logoOnLight: picture('logo_on_light', 'logo'),
    pdfBackground: picture('pdf_background'),
    version: brand?.version ?? 1,
  };
};

const EXTENSIONS = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/svg+xml': 'svg' } as const;

/** File name of an asset. It is derived from the content, so that it never refers to different bytes. */
export const assetFile = ({ sha256, mime }: Pick<StoredAsset, 'sha256' | 'mime'>): string =>
  `${sha256}.${EXTENSIONS[mime]}`;

/** Object key (bucket `pictures`). */
export const assetObject = (company: string, file: string): string => `assets/${company}/${file}`;

export const assetUrl = (company: string, file: string): string =>
  `${config.baseUrl()}/brand-assets/${encodeURIComponent(company)}/${file}`;

const pictureOf = (company: string, asset: StoredAsset): BrandPicture => {
  const raster = asset.raster && { ...asset.raster, mime: 'image/png' as const };
  const pixels = raster ?? { ...asset, mime: asset.mime === 'image/jpeg' ? asset.mime : 'image/png' };
  const file = assetFile({ sha256: pixels.sha256, mime: pixels.mime });
  return {
    url: assetUrl(company, assetFile(asset)),
    rasterUrl: assetUrl(company, file),
    rasterObject: assetObject(company, file),
    rasterMime: pixels.mime,
    width: asset.width,
    height: asset.height,
  };
};

/** Every object that a brand uses. */
export const objectsOf = (company: string, brand: StoredBrand | undefined): string[] =>
  Object.values(brand?.assets ?? {}).flatMap((asset) => [
    assetObject(company, assetFile(asset)),
    ...(asset.raster ? [assetObject(company, assetFile({ sha256: asset.raster.sha256, mime: 'image/png' }))] : []),
  ]);

/** A brand as stored, without its version. */
export type ChosenBrand = Omit<StoredBrand, 'version' | 'updatedAtMs'>;

/** Applies a merge patch. Values equal to the default are not stored. */
export const mergeBrand = ({ name, brand }: Pick<BrandedCompany, 'name' | 'brand'>, patch: BrandPatch): ChosenBrand => {
  const { version: _version, updatedAtMs: _updated, ...before } = brand ?? ({} as StoredBrand);
  return withoutBrandDefaults(name, {
    ...before,
    display_name: pick(patch.display_name, before.display_name),
    tagline: pick(patch.tagline, before.tagline),
    colors: mergeMembers(before.colors, patch.colors),
    typography: mergeMembers(before.typography, patch.typography),
  });
};

const DEFAULT_TYPOGRAPHY = { heading: DEFAULT_FONT, body: DEFAULT_FONT };

/** Optional members of a brand. */
type OptionalMembers<T> = { [K in keyof T]: T[K] | undefined };

/**
 * Members of a brand that differ from the default. Defaults are not stored, because they may change: the default name
 * is that of the company.
 */
export const withoutBrandDefaults = (companyName: string, brand: OptionalMembers<ChosenBrand>): ChosenBrand =>
  withoutUndefined({
    ...brand,
    display_name: brand.display_name === companyName ? undefined : brand.display_name,
    tagline: brand.tagline === '' ? undefined : brand.tagline,
    colors: membersOtherThan(DEFAULT_COLORS, brand.colors),
    typography: membersOtherThan(DEFAULT_TYPOGRAPHY, brand.typography),
  });

const membersOtherThan = <T extends object>(byDefault: object, members: T | undefined): T | undefined => {
  const defaults = new Map<string, unknown>(Object.entries(byDefault));
  const otherMembers = Object.entries(members ?? {}).filter(([name, value]) => value !== defaults.get(name));
  return otherMembers.length > 0 ? (Object.fromEntries(otherMembers) as T) : undefined;
};

const pick = <T>(value: T | null | undefined, before: T | undefined): T | undefined =>
  value === undefined ? before : (value ?? undefined);

const mergeMembers = <T extends object>(before: T | undefined, patch: object | null | undefined): T | undefined => {
  if (patch === null) return undefined;
  const members = Object.entries({ ...before, ...withoutUndefined(patch ?? {}) }).filter(([, value]) => value !== null);
  return members.length > 0 ? (Object.fromEntries(members) as T) : undefined;
};

const withoutUndefined = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T;

/** Pairs of text and background colors, with their contrast. */
export const contrastsOf = ({ colors }: Brand) =>
  [
    { foreground: colors.text, background: colors.background },
    { foreground: colors.onPrimary, background: colors.primary },
    { foreground: colors.onSecondary, background: colors.secondary },
  ].map((pair) => ({ ...pair, ratio: contrastRatio(pair.foreground, pair.background) }));

/** The constant id of a company's default template. */
export const defaultTemplateId = (company: string): string =>
  `pdft_${createHash('sha256').update(`default template\n${company}`).digest('hex').slice(0, 32)}`;
