import { pictures } from '../../../platform/messages/pictures.ts';
import type { PrintTerms } from '../../../adapters/images/print.ts';
import { ApiError, invalid, notFound } from '../../../platform/errors.ts';
import { printPixels } from '../pictures/schema.ts';
import { ASSET_ROLES, type AssetRole } from '../settings/brand-schema.ts';

const MEGABYTE = 1024 * 1024;
const MAX_PIXELS = 24_000_000;
const MAX_SIDE_PIXELS = 12_000;

/** Accepted uploads of a role, and the stored size. */
interface RoleTerms {
  mimes: readonly string[];
  maxBytes: number;
  print: PrintTerms;
}

/** The maximum width and height of a printed logo, in millimeters. */
const LOGO_MM = 135;

const logo: RoleTerms = {
  mimes: ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml'],
  maxBytes: 2 * MEGABYTE,
  print: {
    types: ['image/png', 'image/jpeg', 'image/webp'],
    maxPixels: MAX_PIXELS,
    maxSide: MAX_SIDE_PIXELS,
    box: { width: printPixels(LOGO_MM), height: printPixels(LOGO_MM) },
    alpha: 'keep',
    prefers: 'png',
  },
};

/** An A4 page without margins. */
const pdfBackground: RoleTerms = {
  mimes: ['image/png', 'image/jpeg'],
  maxBytes: 4 * MEGABYTE,
  print: {
    types: ['image/png', 'image/jpeg'],
    maxPixels: MAX_PIXELS,
    maxSide: MAX_SIDE_PIXELS,
    box: { width: printPixels(210), height: printPixels(297) },
    alpha: 'flatten',
    prefers: 'png',
  },
};

export const TERMS: Record<AssetRole, RoleTerms> = { logo, logo_on_light: logo, pdf_background: pdfBackground };

/** Throws 404 for an unknown role. */
export const roleOf = (text: string): AssetRole => {
  const role = ASSET_ROLES.find((each) => each === text);
  if (!role) throw notFound('brand asset');
  return role;
};

/**
 * The uploaded type. Throws 415 for an unsupported type, 413 for a file that is too large, and 422 for an empty file.
 */
export const assertUpload = (role: AssetRole, contentType: string | undefined, byteSize: number): string => {
  const { mimes, maxBytes } = TERMS[role];
  const mime = contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!mimes.includes(mime)) {
    throw new ApiError(415, 'unsupported_media_type', pictures('content_type_not_taken', { types: mimes.join(', ') }));
  }
  if (byteSize === 0) throw invalid('file', pictures('picture_missing'));
  if (byteSize > maxBytes) {
    const message = pictures('picture_too_large', { bytes: byteSize, megabytes: maxBytes / MEGABYTE, role });
    throw new ApiError(413, 'request_too_large', message);
  }
  return mime;
};
