import { listOrders } from '../../domain/checkout/orders/list.ts';
import { parseOrderFilter } from '../../domain/checkout/orders/list-filter.ts';
import { readAttention } from '../../domain/reporting/health/attention.ts';
import { readHomeFigures } from '../../domain/reporting/reports/home-figures.ts';
import { codeFrom } from '../codes.ts';
import { counterPage } from '../counter/pages/counter.ts';
import { deskEndpoint } from '../endpoint.ts';
import { HOME_RIGHT } from '../layout.ts';
import { homePage } from './pages/home.ts';
import { deskHome } from './routes.ts';

const ORDERS_SHOWN = 5;

export const handler = deskEndpoint(deskHome, async (visit) => {
  const { code = '', done } = visit.request.query;
  if (code !== '' || !visit.rights.has(HOME_RIGHT)) return counterPage(visit, { code: codeFrom(code), done });
  const { slug } = visit.company;
  const [figures, attention, orders] = await Promise.all([
    readHomeFigures(slug),
    readAttention(slug, visit.language),
    listOrders(slug, parseOrderFilter({}), { limit: ORDERS_SHOWN, startingAfter: undefined }),
  ]);
  return homePage(visit, { figures, attention, orders: orders.data });
});
