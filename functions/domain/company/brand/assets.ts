import type { Write } from '../../../storage/transactions.ts';
import { scheduleDeletionWrite } from './orphaned-objects/schedule-deletion.ts';
import { changeBrand, type BrandChanged } from './change.ts';
import { assertUpload, roleOf } from './asset-terms.ts';
import { storeAsset } from './store-asset.ts';
import { presentAsset } from './present.ts';
import { objectsOf } from './rules.ts';
import type { AssetRole, StoredAsset, StoredBrand } from '../settings/brand-schema.ts';
import { DAY_MS } from '../../../platform/durations.ts';

/** A replaced picture is kept for this time, because sent emails link to it. */
const SHOWN_ON_MS = 180 * DAY_MS;

/**
 * Sets the picture of a role, and returns it with the change. Setting the same picture again changes nothing. Throws
 * 404, 413, 415, 422 and 503.
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

/** Removes the picture of a role, if it has one. Throws 404. */
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
  const { version: _version, updatedAtMs: _updated, assets, ...rest } = brand ?? {};
  const { [role]: _before, ...others } = assets ?? {};
  const next = { ...others, ...(asset ? { [role]: asset } : {}) };
  return Object.keys(next).length > 0 ? { ...rest, assets: next } : rest;
};

/** Writes that schedule the deletion of objects that the brand no longer uses. */
export const scheduleUnusedWrites = (company: string, before: StoredBrand | undefined, after: StoredBrand): Write[] => {
  const used = new Set(objectsOf(company, after));
  const unused = new Set(objectsOf(company, before).filter((object) => !used.has(object)));
  return [...unused].map((object) => scheduleDeletionWrite({ company, bucket: 'pictures', object }, SHOWN_ON_MS));
};
