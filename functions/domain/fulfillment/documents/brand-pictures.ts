import { log } from '../../../platform/log.ts';
import { brandOf, type BrandedCompany, type BrandPicture } from '../../company/brand/rules.ts';
import { drawablePicture } from './drawable-picture.ts';
import type { BrandPictures, DocumentPicture } from './schema.ts';

/** The pictures of a company's brand for documents. Omits missing pictures. Throws when the store does not respond. */
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
  const drawable = await drawablePicture(picture.rasterObject);
  if (!drawable) log.warn('A picture of a brand is missing', { key: picture.rasterObject });
  return drawable;
};
