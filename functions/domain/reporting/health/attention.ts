import type { PageLanguage } from '../../../platform/page-languages.ts';
import { listOverview } from '../../administration/catalog/overview.ts';
import { readSetup, type CompanySetup } from '../../administration/companies/setup.ts';
import { listOpenDisputes } from '../../checkout/orders/disputes-of-order.ts';
import { referencesOf } from '../../checkout/orders/references.ts';
import { listFailedOrders } from '../../checkout/orders/unissued-orders.ts';
import { listBounces } from '../../notifications/mail/bounces.ts';
import { listOpenMails } from '../../notifications/mail/list-open.ts';

/** An order that needs attention, with its order number. */
export interface NamedOrder {
  id: string;
  reference: string;
}

/** A product with an option that is sold out or nearly sold out, and hidden for no other reason. */
interface LowStock {
  /** Name of the family in paths, such as `experiences`. */
  family: string;
  id: string;
  name: string;
  left: number;
}

export interface Attention {
  failedFulfillments: NamedOrder[];
  disputes: NamedOrder[];
  lowStock: LowStock[];
  /** Emails that bounced in the last 30 days, and emails that were not sent or may not have been. */
  bounces: (NamedOrder | undefined)[];
  unsentMails: (NamedOrder | undefined)[];
  /** Open steps of the set-up. */
  steps: CompanySetup['steps'];
}

/** Maximum number of disputes, of bounces and of unsent emails; the full lists may have more. */
const ATTENTION_MAX = 50;
/** Maximum stock that counts as low. */
const FEW = 5;

/** Things that staff should check. The lists are normally short. */
export const readAttention = async (slug: string, language: PageLanguage): Promise<Attention> => {
  const [failed, disputes, products, bounces, mails, { steps }] = await Promise.all([
    listFailedOrders(slug),
    listOpenDisputes(slug, ATTENTION_MAX),
    listOverview(slug, ''),
    listBounces(slug, ATTENTION_MAX),
    listOpenMails(slug),
    readSetup(slug, language),
  ]);
  const unsent = mails.filter(({ state }) => state !== 'failing').slice(0, ATTENTION_MAX);
  const ids = [...disputes, ...bounces, ...unsent].flatMap(({ orderId }) => orderId ?? []);
  const references = await referencesOf(slug, ids);
  const named = ({ orderId: id = '' }: { orderId?: string }): NamedOrder | undefined => {
    const reference = references.get(id);
    return reference === undefined ? undefined : { id, reference };
  };
  return {
    failedFulfillments: failed.map(({ id, reference }) => ({ id, reference })),
    disputes: disputes.flatMap((dispute) => named(dispute) ?? []),
    lowStock: lowStockIn(products),
    bounces: bounces.map(named),
    unsentMails: unsent.map(named),
    steps: steps.filter(({ done }) => !done),
  };
};

const lowStockIn = (products: Awaited<ReturnType<typeof listOverview>>): LowStock[] =>
  products.flatMap(({ family, product, fewest }) => {
    const isSold = product.withheld.every((reason) => reason === 'sold_out');
    if (fewest === null || fewest > FEW || !isSold) return [];
    const values: Record<string, unknown> = product;
    return [{ family, id: String(values['id']), name: String(values['name']), left: fewest }];
  });
