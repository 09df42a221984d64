import { currenciesSold } from '../../functions/domain/company/companies/currencies.ts';
import type { CompanyGateway } from '../../functions/platform/payment-methods.ts';

/** A line stating that an environment needs no account at a gateway; empty if companies accept payments through it. */
export const unusedGateway = async (gateway: CompanyGateway): Promise<string[]> =>
  (await currenciesSold(gateway)).length === 0 ? [UNUSED] : [];

/** `npm run deploy -- check` recognizes the line. */
export const UNUSED = 'No company accepts payments through it.';
