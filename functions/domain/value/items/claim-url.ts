import { config } from '../../../platform/config.ts';
import type { ItemRow } from './rows.ts';

/** What the printed QR code says: staff scan it to find the item. It names the company, whose page it leads to. */
export const claimUrlOf = ({ company, code }: Pick<ItemRow, 'company' | 'code'>): string =>
  `${config.baseUrl()}/c/${encodeURIComponent(company)}/${encodeURIComponent(code)}`;
