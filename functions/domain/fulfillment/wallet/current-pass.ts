import { notFound } from '../../../platform/errors.ts';
import { getRow } from '../../../storage/table.ts';
import { companyKey, type CompanyRow } from '../../company/companies/rows.ts';
import { currentItem } from '../../value/items/current-item.ts';
import { viewOfItem } from '../holder/holder-view.ts';
import { passOf } from './apple.ts';
import { authorizePass } from './authorize-pass.ts';
import type { FoundPass } from './find-pass.ts';
import type { PassRequest } from './pass-request.ts';

/**
 * The signed pass with its `Last-Modified`. Without bytes if the pass has not changed since `modifiedSince`. Throws 401
 * and 404.
 */
export const currentPass = async (
  of: PassRequest,
  modifiedSince: string | undefined,
): Promise<{ lastModified: string; bytes?: Buffer }> => {
  const { apple, loaded } = await authorizePass(of);
  // `lastModified` is determined before the item is read, so that the content is never older than its `Last-Modified`.
  const lastModified = lastModifiedOf(loaded);
  if (Date.parse(modifiedSince ?? '') >= Date.parse(lastModified)) return { lastModified };
  const { company: slug, code } = loaded.pass;
  const [item, company] = await Promise.all([currentItem(slug, code), getRow<CompanyRow>(companyKey(slug))]);
  if (!item || !company) throw notFound('pass');
  return { lastModified, bytes: await passOf(await viewOfItem(item, company), apple) };
};

const lastModifiedOf = ({ pass }: FoundPass): string => new Date(pass.changedAtMs ?? pass.createdAtMs).toUTCString();
