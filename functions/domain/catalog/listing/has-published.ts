import { nowMs } from '../../../platform/clock.ts';
import { queryAll, type Row } from '../../../storage/table.ts';
import type { CompanyRow } from '../../company/companies/rows.ts';
import { catalogCollection } from '../products/rows.ts';
import { withheldReasons } from '../products/rules.ts';
import { withShares } from '../stock/shares.ts';
import { catalogOf } from './list.ts';

/** Whether buyers can see any product of an active company. */
export const hasPublished = async (company: CompanyRow): Promise<boolean> => {
  if (company.gift_card) return true;
  const rows = await queryAll<Row>(catalogCollection(company.slug));
  const catalog = catalogOf([...(await withShares(company.slug, rows)), company]);
  const atMs = nowMs();
  return catalog.products.some((product) => withheldReasons(company, product, catalog.stock, atMs).length === 0);
};
