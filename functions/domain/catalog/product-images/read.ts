import { pictures } from '../../../platform/messages/pictures.ts';
import { getObject, type StoredObject } from '../../../adapters/objects/store.ts';
import { notFound, unavailable } from '../../../platform/errors.ts';
import { imageObject, isImageFile } from './address.ts';

/** A product picture by its public name. Throws 404, and 503 when the store does not respond. */
export const readProductImage = async (company: string, file: string): Promise<StoredObject> => {
  if (!isImageFile(file)) throw notFound('picture');
  let image: StoredObject | undefined;
  try {
    image = await getObject('pictures', imageObject(company, file));
  } catch (error) {
    throw unavailable('service_unavailable', pictures('picture_unreadable'), 2, error);
  }
  if (!image) throw notFound('picture');
  return image;
};
