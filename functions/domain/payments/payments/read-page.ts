import { getRows } from '../../../storage/table.ts';
import { shownOrder } from '../../checkout/orders/order-shape.ts';
import { orderKey, type OrderRow } from '../../checkout/orders/rows.ts';
import { brandOf, type Brand } from '../../company/brand/rules.ts';
import { companyKey, type CompanyRow } from '../../company/companies/rows.ts';

/**
 * Brand and order of a payment page, in one read. `brand` is undefined for an unknown or inactive company, `order` for
 * an unknown order.
 */
export const readPaymentPage = async (
  company: string,
  orderId: string,
): Promise<{ brand: Brand | undefined; order: OrderRow | undefined }> => {
  const keys = { company: companyKey(company), order: orderKey(company, orderId) };
  const rows = await getRows([keys.company, keys.order], { consistent: true });
  const seller = rows.get<CompanyRow>(keys.company);
  return { brand: seller?.active ? brandOf(seller) : undefined, order: shownOrder(rows.get(keys.order)) };
};
