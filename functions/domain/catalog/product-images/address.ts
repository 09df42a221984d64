import { config } from '../../../platform/config.ts';
import { decodeUriText } from '../../../platform/uri-text.ts';

/** Widths in pixels of a product picture; none is wider than the upload. */
export const IMAGE_WIDTHS = [320, 640, 1280] as const;

/**
 * `<sha256 of the upload>-<width of the widest>-<width of this one>`, so that the URLs of all widths can be derived
 * from any one of them.
 */
const FILE = /^([0-9a-f]{64})-(\d{1,4})-(\d{1,4})$/;

export const isImageFile = (file: string): boolean => FILE.test(file);

export const imageFile = (sha256: string, widest: number, width: number): string => `${sha256}-${widest}-${width}`;

/** Stored widths of a picture. */
export const widthsUpTo = (widest: number): number[] => [...IMAGE_WIDTHS.filter((width) => width < widest), widest];

/** Object key of a stored width (bucket `pictures`). */
export const imageObject = (company: string, file: string): string => `product-images/${company}/${file}`;

const folderOf = (): string => `${config.baseUrl()}/product-images/`;

export const imageUrl = (company: string, file: string): string =>
  `${folderOf()}${encodeURIComponent(company)}/${file}`;

/**
 * Company and file in a URL that `imageUrl` returned; undefined for another URL, such as one that an operator has
 * entered.
 */
const partsOf = (url: string): { company: string; file: string } | undefined => {
  if (!url.startsWith(folderOf())) return undefined;
  const [company = '', file = '', ...more] = url.slice(folderOf().length).split('/');
  const named = { company: decodeUriText(company), file };
  return more.length === 0 && isImageFile(file) && imageUrl(named.company, file) === url ? named : undefined;
};

/** Object key of the picture at a URL of this service; undefined for another URL. */
export const objectAt = (url: string): string | undefined => {
  const parts = partsOf(url);
  return parts && imageObject(parts.company, parts.file);
};

/** The `srcset` of an uploaded picture; undefined for another URL, which has one width. */
export const srcsetOf = (url: string): string | undefined => {
  const parts = partsOf(url);
  const [, sha256 = '', widest = ''] = FILE.exec(parts?.file ?? '') ?? [];
  if (!parts) return undefined;
  return widthsUpTo(Number(widest))
    .map((width) => `${imageUrl(parts.company, imageFile(sha256, Number(widest), width))} ${width}w`)
    .join(', ');
};
