import { config } from '../../../platform/config.ts';
import type { ItemRow } from './rows.ts';

/** Content of the printed QR code: staff scan it to find the item. It leads to the company's page. */
export const claimUrlOf = ({ company, code }: Pick<ItemRow, 'company' | 'code'>): string =>
  `${config.baseUrl()}/c/${encodeURIComponent(company)}/${encodeURIComponent(code)}`;
