import * as z from 'zod/mini';
import { COLOR_NAMES, ASSET_ROLES } from '../../domain/company/settings/brand-schema.ts';
import { FONT_IDS } from '../../domain/company/settings/brand-fonts.ts';
import { listOf, timestamp } from '../../pipeline/shapes.ts';

const color = z.string().check(z.regex(/^#[0-9a-f]{6}$/));
const [primary, secondary, background, text] = COLOR_NAMES;

const asset = z.strictObject({
  object: z.literal('brand_asset'),
  role: z.enum(ASSET_ROLES),
  mime: z.enum(['image/png', 'image/jpeg', 'image/svg+xml']),
  byte_size: z.int(),
  width: z.int(),
  height: z.int(),
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  url: z.string(),
  updated_at: timestamp,
});

export const brandReplies = {
  Brand: z.strictObject({
    object: z.literal('brand'),
    company: z.string(),
    display_name: z.string(),
    tagline: z.nullable(z.string()),
    colors: z.strictObject({ [primary]: color, [secondary]: color, [background]: color, [text]: color }),
    typography: z.strictObject({ heading: z.enum(FONT_IDS), body: z.enum(FONT_IDS) }),
    fonts: z.array(z.strictObject({ id: z.string(), name: z.string(), scripts: z.array(z.string()) })),
    contrast: z.array(z.strictObject({ foreground: color, background: color, ratio: z.number(), passes: z.boolean() })),
    default_template: z.strictObject({ id: z.string(), version: z.int() }),
    version: z.int(),
    updated_at: z.nullable(timestamp),
  }),
  BrandAsset: asset,
  BrandAssetList: listOf(asset),
};
