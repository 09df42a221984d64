import { createHash } from 'node:crypto';
import { config } from '../../../platform/config.ts';
import type { CompanyRow } from '../companies/rows.ts';
import { contrastRatio, foregroundOn, isReadable } from './contrast.ts';
import { brandFont, DEFAULT_FONT, type BrandFont } from '../settings/brand-fonts.ts';
import type { AssetRole, BrandPatch, ColorName, StoredAsset, StoredBrand } from '../settings/brand-schema.ts';

/** Colours of a company that has not chosen its own. */
export const DEFAULT_COLORS: Readonly<Record<ColorName, string>> = {
  primary: '#12343b',
  secondary: '#c8963e',
  background: '#ffffff',
  text: '#22303a',
};

/** A picture of a brand, ready to be shown. */
export interface BrandPicture {
  /** Public, named after its content. */
  url: string;
  /** For what cannot show drawings (mail, documents): the same as pixels, and where its bytes stand. */
  rasterUrl: string;
  rasterObject: string;
  rasterMime: 'image/png' | 'image/jpeg';
  width: number;
  height: number;
}

/** The brand of a company with its defaults filled in, each colour with a readable text colour. */
export interface Brand {
  company: string;
  displayName: string;
  tagline: string | null;
  colors: Record<ColorName, string> & {
    /** Black or white. */
    onPrimary: string;
    onSecondary: string;
    /** For links and small headings on the background: the first of the brand's colours that reads there. */
    accent: string;
  };
  heading: BrandFont;
  body: BrandFont;
  /** On the primary colour. */
  logo: BrandPicture | undefined;
  /** On the background. */
  logoOnLight: BrandPicture | undefined;
  pdfBackground: BrandPicture | undefined;
  version: number;
}

/** What of a company's row the brand follows from. */
export type BrandedCompany = Pick<CompanyRow, 'slug' | 'name' | 'brand'>;

/** The brand of a company, without a read: it is part of the company's row. */
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

export const EXTENSIONS = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/svg+xml': 'svg' } as const;

/** Name of an asset's bytes, derived from their content, so that it never refers to other bytes. */
export const assetFile = ({ sha256, mime }: Pick<StoredAsset, 'sha256' | 'mime'>): string =>
  `${sha256}.${EXTENSIONS[mime]}`;

/** Where the bytes stand (bucket `pictures`). */
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

/** Every object that a brand shows. */
export const objectsOf = (company: string, brand: StoredBrand | undefined): string[] =>
  Object.values(brand?.assets ?? {}).flatMap((asset) => [
    assetObject(company, assetFile(asset)),
    ...(asset.raster ? [assetObject(company, assetFile({ sha256: asset.raster.sha256, mime: 'image/png' }))] : []),
  ]);

/** A brand as it is stored, but for what counts its changes. */
export type ChosenBrand = Omit<StoredBrand, 'version' | 'updatedAtMs'>;

/** Applies a merge patch. What comes to be as the default is not kept apart from it. */
export const merged = ({ name, brand }: Pick<BrandedCompany, 'name' | 'brand'>, patch: BrandPatch): ChosenBrand => {
  const { version: _version, updatedAtMs: _updated, ...before } = brand ?? ({} as StoredBrand);
  return withoutDefaults(name, {
    ...before,
    display_name: pick(patch.display_name, before.display_name),
    tagline: pick(patch.tagline, before.tagline),
    colors: mergedMembers(before.colors, patch.colors),
    typography: mergedMembers(before.typography, patch.typography),
  });
};

const DEFAULT_TYPOGRAPHY = { heading: DEFAULT_FONT, body: DEFAULT_FONT };

/** Members of a brand that may be there without anything in them. */
type Unfilled<T> = { [K in keyof T]: T[K] | undefined };

/** What of a brand is another than the default, which may change: a name follows that of the company, say. */
export const withoutDefaults = (companyName: string, brand: Unfilled<ChosenBrand>): ChosenBrand =>
  withoutHoles({
    ...brand,
    display_name: brand.display_name === companyName ? undefined : brand.display_name,
    tagline: brand.tagline === '' ? undefined : brand.tagline,
    colors: membersBeside(DEFAULT_COLORS, brand.colors),
    typography: membersBeside(DEFAULT_TYPOGRAPHY, brand.typography),
  });

const membersBeside = <T extends object>(byDefault: object, members: T | undefined): T | undefined => {
  const defaults = new Map<string, unknown>(Object.entries(byDefault));
  const others = Object.entries(members ?? {}).filter(([name, value]) => value !== defaults.get(name));
  return others.length > 0 ? (Object.fromEntries(others) as T) : undefined;
};

const pick = <T>(given: T | null | undefined, before: T | undefined): T | undefined =>
  given === undefined ? before : (given ?? undefined);

const mergedMembers = <T extends object>(before: T | undefined, given: object | null | undefined): T | undefined => {
  if (given === null) return undefined;
  const members = Object.entries({ ...before, ...withoutHoles(given ?? {}) }).filter(([, value]) => value !== null);
  return members.length > 0 ? (Object.fromEntries(members) as T) : undefined;
};

const withoutHoles = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T;

/** Pairs of colours that text is shown in, with their contrast. */
export const contrastsOf = ({ colors }: Brand) =>
  [
    { foreground: colors.text, background: colors.background },
    { foreground: colors.onPrimary, background: colors.primary },
    { foreground: colors.onSecondary, background: colors.secondary },
  ].map((pair) => ({ ...pair, ratio: contrastRatio(pair.foreground, pair.background) }));

/** The id of the default template of a company; it is the same for ever. */
export const defaultTemplateId = (company: string): string =>
  `pdft_${createHash('sha256').update(`default template\n${company}`).digest('hex').slice(0, 32)}`;
