import { notFound } from '../../../platform/errors.ts';
import { getRowsWithCommon } from '../../../storage/common-rows.ts';
import type { Key } from '../../../storage/table.ts';
import { versionRead, type SeenEndpoints } from '../../events/catalog/endpoints-version.ts';
import {
  discountCodeKey,
  productKey,
  productsIn,
  type DiscountCodeRow,
  type ProductRow,
} from '../../catalog/products/rows.ts';
import { companyKey, type CompanyRow } from '../../company/companies/rows.ts';
import { pictureKey, type PictureRow } from '../../catalog/greeting-images/rows.ts';
import { orderCodec } from './order-codec.ts';
import { orderKey, type OrderRow } from './rows.ts';

/** Everything needed to check an order, read in one batch. */
export interface OrderInputs {
  company: CompanyRow;
  products: ReadonlyMap<string, ProductRow>;
  discountCode: DiscountCodeRow | undefined;
  picture: PictureRow | undefined;
  /** The order that this idempotency key created. */
  earlier: OrderRow | undefined;
  /** Time just before the reads. */
  beforeMs: number;
  /** Version of the webhook endpoints; absent while many orders are created. */
  endpoints: SeenEndpoints | undefined;
}

type Loose = Record<string, unknown>;
const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Loose)[name] : undefined;
const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= 255 ? value : undefined;

const LINES_READ_MAX = 20;

/**
 * Reads the rows to which a body refers before the body is validated, together with the order of the idempotency key,
 * which is checked first. Skips malformed ids, which validation reports.
 */
export const loadOrderInputs = async (company: string, orderId: string, body: unknown): Promise<OrderInputs> => {
  const lines = member(body, 'items');
  const productIds = (Array.isArray(lines) ? lines.slice(0, LINES_READ_MAX) : [])
    .map((line) => text(member(line, 'product_id')))
    .filter((id) => id !== undefined);
  const code = text(member(body, 'discount_code'));
  const upload = text(member(member(member(body, 'greeting'), 'image'), 'upload_id'));
  const version = versionRead(company, 'creation');
  const keys: Key[] = [
    orderKey(company, orderId),
    ...version.keys,
    ...(code ? [discountCodeKey(company, code)] : []),
    ...(upload ? [pictureKey(company, upload)] : []),
  ];
  const common = [companyKey(company), ...productIds.map((id) => productKey(company, id))];
  // Consistent, because a picture may have been finalized, or an endpoint registered, a moment ago. Other rows are
  // older, or a condition checks them.
  const rows = await getRowsWithCommon(keys, common, { consistent: true });
  const companyRow = rows.get<CompanyRow>(companyKey(company));
  if (!companyRow?.active) throw notFound('company');
  const earlier = rows.get(orderKey(company, orderId));
  return {
    company: companyRow,
    products: productsIn(rows, company, productIds),
    discountCode: code ? rows.get<DiscountCodeRow>(discountCodeKey(company, code)) : undefined,
    picture: upload ? rows.get<PictureRow>(pictureKey(company, upload)) : undefined,
    earlier: earlier && orderCodec.read(earlier),
    beforeMs: version.beforeMs,
    endpoints: version.seenIn(rows),
  };
};
