import { getObject } from '../../../adapters/objects/store.ts';
import { log } from '../../../platform/log.ts';
import { warmMap } from '../../../platform/warm-state.ts';
import { brandOf, type BrandedCompany, type BrandPicture } from '../../company/brand/rules.ts';
import type { BrandPictures, DocumentPicture } from './schema.ts';

/** Pictures are named after their content, so what was read once stays right; a few companies' are kept. */
const kept = warmMap<string, DocumentPicture>();
const KEPT_MAX = 12;

/**
 * The pictures of a company's brand, as documents draw them. One that is not there is left out. Throws when the store
 * does not answer.
 */
export const brandPicturesOf = async (company: BrandedCompany): Promise<BrandPictures> => {
  const { logo, logoOnLight, pdfBackground } = brandOf(company);
  const [first, second, third] = await Promise.all([read(logo), read(logoOnLight), read(pdfBackground)]);
  return {
    ...(first ? { logo: first } : {}),
    ...(second ? { logoOnLight: second } : {}),
    ...(third ? { background: third } : {}),
  };
};

const read = async (picture: BrandPicture | undefined): Promise<DocumentPicture | undefined> => {
  if (!picture) return undefined;
  const known = kept.get(picture.rasterObject);
  if (known) return known;
  const stored = await getObject('pictures', picture.rasterObject);
  if (!stored) {
    log.warn('A picture of a brand is missing', { key: picture.rasterObject });
    return undefined;
  }
  const made = { mime: picture.rasterMime, bytes: new Uint8Array(stored.bytes) };
  for (const oldest of kept.keys()) if (kept.size >= KEPT_MAX) kept.delete(oldest);
  kept.set(picture.rasterObject, made);
  return made;
};
