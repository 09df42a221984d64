import { nowMs } from '../platform/clock.ts';
import { SYNTHETIC_COMPANY } from '../platform/synthetic.ts';
import { companyOfRow } from './company-of-row.ts';
import type { Row } from './row-types.ts';

export const SHORT_LIFE_SECONDS = 24 * 3600;

/** Limits the life of rows of the synthetic company to a day. Other rows are returned unchanged. */
export const withShortLife = <T extends object>(row: T): T => {
  const { pk, ttl = Infinity } = row as Partial<Row>;
  if (pk === undefined || companyOfRow(row as unknown as Row) !== SYNTHETIC_COMPANY) return row;
  return { ...row, ttl: Math.min(ttl, Math.ceil(nowMs() / 1000) + SHORT_LIFE_SECONDS) };
};
