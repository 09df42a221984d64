import { keyedHash } from '../../../platform/secrets.ts';
import { normalizeCode } from '../../catalog/codes/rules.ts';

/**
 * The id of an item: `itm_` + 32 hex, constant. It identifies the item but cannot be used to redeem it. A keyed hash,
 * because codes made by people are short enough to be found by brute force.
 */
export const itemIdOf = (item: { company: string; code: string }): string =>
  `itm_${keyedHash('item-id', `${item.company}\n${normalizeCode(item.code)}`)
    .toString('hex')
    .slice(0, 32)}`;
