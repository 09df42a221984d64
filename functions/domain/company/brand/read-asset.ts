import { pictures } from '../../../platform/messages/pictures.ts';
import { getObject, type StoredObject } from '../../../adapters/objects/store.ts';
import { notFound, unavailable } from '../../../platform/errors.ts';
import { assetObject } from './rules.ts';

const FILE = /^[0-9a-f]{64}\.(png|jpg|svg)$/;

/** A picture of a brand by its public name. Throws 404, and 503 when the store does not respond. */
export const readBrandAsset = async (company: string, file: string): Promise<StoredObject> => {
  if (!FILE.test(file)) throw notFound('picture');
  let asset: StoredObject | undefined;
  try {
    asset = await getObject('pictures', assetObject(company, file));
  } catch (error) {
    throw unavailable('service_unavailable', pictures('picture_unreadable'), 2, error);
  }
  if (!asset) throw notFound('picture');
  return asset;
};
