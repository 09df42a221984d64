import { config } from '../../../platform/config.ts';
import type { ItemRow } from './rows.ts';

/**
 * Content of the printed QR code: staff scan it to find the item. On a phone, it opens the page of the code for its
 * holder.
 */
export const claimUrlOf = ({ company, code }: Pick<ItemRow, 'company' | 'code'>): string =>
  `${config.baseUrl()}/c/${encodeURIComponent(company)}/${encodeURIComponent(code)}`;
