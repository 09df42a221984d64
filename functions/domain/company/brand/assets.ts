import type { Write } from '../../../storage/transactions.ts';
import { scheduleDeletionWrite } from './orphaned-objects/schedule-deletion.ts';
import { changeBrand, type BrandChanged } from './change.ts';
import { assertUpload, roleOf } from './asset-terms.ts';
import { storeAsset } from './store-asset.ts';
import { presentAsset } from './present.ts';
import { objectsOf } from './rules.ts';
import type { AssetRole, StoredAsset, StoredBrand } from '../settings/brand-schema.ts';

/** Sent mails link to a picture, so a replaced one is kept for a while. */
const SHOWN_ON_MS = 180 * 24 * 3600 * 1000;

/**
 * Fills a role, and returns the picture with the change. The same picture again changes nothing. Throws 404, 413, 415, 422
 * and 503.
 */
export const putAsset = async (input: {
  company: string;
  role: string;
  contentType: string | undefined;
  bytes: Uint8Array;
}): Promise<BrandChanged & { asset: object }> => {
  const { company, bytes } = input;
  const role = roleOf(input.role);
  const mime = assertUpload(role, input.contentType, bytes.byteLength);
  const asset = await storeAsset({ company, role, mime, bytes });
  const changed = await setAsset(company, role, asset);
  return { ...changed, asset: presentAsset(company, role, changed.after.brand?.assets?.[role] ?? asset) };
};

/** Empties a role, if it is filled. Throws 404. */
export const deleteAsset = (company: string, roleText: string): Promise<BrandChanged> =>
  setAsset(company, roleOf(roleText), undefined);

const setAsset = (company: string, role: AssetRole, asset: StoredAsset | undefined) =>
  changeBrand({
    company,
    decide: ({ slug, brand }) => {
      const before = brand?.assets?.[role];
      if (before?.sha256 === asset?.sha256) return undefined;
      const next = withAsset(brand, role, asset);
      return { brand: next, also: scheduleUnusedWrites(slug, brand, next as StoredBrand) };
    },
  });

const withAsset = (brand: StoredBrand | undefined, role: AssetRole, asset: StoredAsset | undefined) => {
  const { version: _version, updatedAtMs: _updated, assets, ...rest } = brand ?? ({} as StoredBrand);
  const { [role]: _before, ...others } = assets ?? {};
  const next = { ...others, ...(asset ? { [role]: asset } : {}) };
  return Object.keys(next).length > 0 ? { ...rest, assets: next } : rest;
};

/** Objects that the brand no longer uses are deleted later. */
export const scheduleUnusedWrites = (company: string, before: StoredBrand | undefined, after: StoredBrand): Write[] => {
  const still = new Set(objectsOf(company, after));
  const gone = new Set(objectsOf(company, before).filter((object) => !still.has(object)));
  return [...gone].map((object) => scheduleDeletionWrite({ company, bucket: 'pictures', object }, SHOWN_ON_MS));
};
