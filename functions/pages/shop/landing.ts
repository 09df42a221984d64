import { readShelf } from '../../domain/catalog/listing/browse.ts';
import { isProductFamily, FAMILIES } from '../../domain/catalog/products/ids.ts';
import { shopLanding } from './routes.ts';
import { familyAt, type ShelfFamily } from './links.ts';
import { notFoundPage } from './pages/error-pages.ts';
import { familyPage, landingPage } from './pages/landing.ts';
import { shopEndpoint } from './endpoint.ts';
import type { PublicRequest } from '../../pipeline/public-endpoint.ts';

/** Content that the URL requests: all products, one family, or an unknown path. */
const inputOf = ({ params, query }: PublicRequest) => ({
  family: params['path'] === undefined ? familyAt(params['family']) : undefined,
  isWhole: params['family'] === undefined && (params['path'] ?? '') === '',
  after: query['after'],
  page: /^\d{1,4}$/.test(query['page'] ?? '') ? Number(query['page']) : 1,
});

const begin = (slug: string, request: PublicRequest) => {
  const { family, isWhole, after } = inputOf(request);
  const families: ShelfFamily[] = isWhole ? FAMILIES.filter(isProductFamily) : family ? [family] : [];
  return Promise.all(families.map(async (each) => [each, await readShelf(slug, each, after)] as const));
};

export const handler = shopEndpoint(shopLanding, { begin }, (visit, read) => {
  const { family, isWhole, ...place } = inputOf(visit.request);
  const { company, settings } = visit.shop;
  const shelves = new Map(read.map(([each, shelfFor]) => [each, shelfFor(company)]));
  if (isWhole) return landingPage(visit, shelves);
  const shelf = family && settings.families.includes(family) ? shelves.get(family) : undefined;
  if (!family || !shelf) return notFoundPage(visit.request, visit.language, visit);
  return familyPage(visit, family, shelf, place);
});
