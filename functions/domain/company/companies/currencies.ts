import type { CompanyGateway, PaymentMethodType } from '../../../platform/payment-methods.ts';
import { getRows } from '../../../storage/table.ts';
import { everyCompany } from './every-company.ts';
import { companyKey, type CompanyRow } from './rows.ts';

/** A currency of three uppercase letters, and the payment methods that its companies offer. */
interface SoldCurrency {
  currency: string;
  methods: PaymentMethodType[];
}

/** Currencies in which companies of a gateway accept payments; for operator commands. */
export const currenciesSold = async (gateway: CompanyGateway): Promise<SoldCurrency[]> => {
  const keys = (await everyCompany()).map(companyKey);
  const rows = await getRows(keys);
  const sold = keys.flatMap((key) => {
    const company = rows.get<CompanyRow>(key);
    return company?.contract.checkout && company.contract.gateway === gateway ? [company] : [];
  });
  const byCurrency = Map.groupBy(sold, ({ currency }) => currency);
  return [...byCurrency.keys()].toSorted().map((currency) => {
    const companies = byCurrency.get(currency) ?? [];
    return { currency, methods: [...new Set(companies.flatMap(({ contract }) => contract.payment_methods))] };
  });
};
