import type { Message } from '../../../platform/messages/message.ts';
import { withErrorText } from '../../../platform/messages/error-text.ts';
import { templates } from '../../../platform/messages/templates.ts';
import * as z from 'zod/mini';
import { lazy } from '../../../platform/lazy.ts';
import { hasVisible } from '../../../platform/visible.ts';
import { FONT_IDS, type BrandFontId } from './brand-fonts.ts';

/** Role of a brand picture. `logo` is shown on the primary color, `logo_on_light` on paper. */
export const ASSET_ROLES = ['logo', 'logo_on_light', 'pdf_background'] as const;
export type AssetRole = (typeof ASSET_ROLES)[number];

export const COLOR_NAMES = ['primary', 'secondary', 'background', 'text'] as const;
export type ColorName = (typeof COLOR_NAMES)[number];

/** A picture of a brand, re-encoded by the service. */
export interface StoredAsset {
  mime: 'image/png' | 'image/jpeg' | 'image/svg+xml';
  /** Lowercase hex of the bytes; hash and type form the name of the object. */
  sha256: string;
  byteSize: number;
  width: number;
  height: number;
  updatedAtMs: number;
  /** A drawing (SVG) as pixels, for documents and email. */
  raster?: { sha256: string; width: number; height: number };
}

/** The stored brand of a company: chosen members, without defaults. */
export interface StoredBrand {
  /** Version, from 1; the default template has the same version. */
  version: number;
  updatedAtMs: number;
  display_name?: string;
  tagline?: string;
  colors?: Partial<Record<ColorName, string>>;
  typography?: { heading?: BrandFontId; body?: BrandFontId };
  assets?: Partial<Record<AssetRole, StoredAsset>>;
  /** Hash of the last imported entry, so that importing the same file again does not revert later changes. */
  imported?: string;
}

/**
 * Lengths count code points, without surrounding whitespace; line breaks and other control characters are not allowed.
 */
const line = (minimum: number, maximum: number, message: Message) =>
  z
    .string()
    .check(z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, { ...withErrorText(message), abort: true }))
    .check(z.trim(), z.regex(new RegExp(`^.{${minimum},${maximum}}$`, 'u'), withErrorText(message)));

const NO_NAME = templates('name_malformed', { minimum: 1, maximum: 80 });

const color = () =>
  z
    .string()
    .check(
      z.regex(/^#[0-9a-fA-F]{6}$/, withErrorText(templates('color_malformed', { example: '#1d5bd6' }))),
      z.toLowerCase(),
    );

/** A member of a merge patch: absent means unchanged, `null` restores the default. */
const patchMember = <T extends z.ZodMiniType>(schema: T) => z.optional(z.nullable(schema));

/** Changeable members of a brand. */
const members = () => ({
  display_name: patchMember(
    line(1, 80, NO_NAME).check(z.refine((name) => name === '' || hasVisible(name), withErrorText(NO_NAME))),
  ),
  tagline: patchMember(line(0, 160, templates('line_too_long', { maximum: 160 }))),
  colors: patchMember(
    z.strictObject({
      primary: patchMember(color()),
      secondary: patchMember(color()),
      background: patchMember(color()),
      text: patchMember(color()),
    }),
  ),
  typography: patchMember(
    z.strictObject({ heading: patchMember(z.enum(FONT_IDS)), body: patchMember(z.enum(FONT_IDS)) }),
  ),
});

/** Body of PATCH /v2/companies/{company_id}/brand: a JSON merge patch. */
export const brandPatch = lazy(() => z.strictObject(members()));

/** `data:image/png;base64,...`: bytes in an operator data file. */
const dataUrl = () =>
  z
    .string()
    .check(z.regex(/^data:[\w.+/-]+;base64,[A-Za-z0-9+/=\s]+$/, 'This must be a file, or a data: URL in base64.'));

/** The brand of a company in the operator data file: a patch, and pictures by role. */
export const operatorBrand = lazy(() =>
  z.strictObject({
    ...members(),
    assets: z.optional(
      z.strictObject({
        logo: patchMember(dataUrl()),
        logo_on_light: patchMember(dataUrl()),
        pdf_background: patchMember(dataUrl()),
      }),
    ),
  }),
);

export type BrandPatch = z.output<ReturnType<typeof brandPatch>>;
