import { saveLink } from '../../../adapters/wallet/google.ts';
import { nowMs } from '../../../platform/clock.ts';
import { brandOf } from '../../company/brand/rules.ts';
import { cardFor, type WantsCard } from './card.ts';

/** The link by which a code is saved in Google Wallet. Throws as `cardFor` does. */
export const googleLink = async (wants: WantsCard): Promise<string> => {
  const { card, credentials, company } = await cardFor('google', wants);
  const logoUrl = brandOf(company).logo?.rasterUrl;
  return saveLink({ ...card, ...(logoUrl === undefined ? {} : { logoUrl }) }, credentials, nowMs());
};
