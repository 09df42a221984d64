import { readRedemption } from '../../domain/value/items/redemptions/read.ts';
import { deskEndpoint } from '../endpoint.ts';
import { sumDonePage, sumPage } from './pages/sum.ts';
import { cardsIn, splitOf } from './split.ts';
import { deskSum } from './routes.ts';

const REDEMPTION = /^rdm_[0-9a-f]{32}$/;

/** One sum from several cards: shows the amounts to take or, after the redemption, those taken. */
export const handler = deskEndpoint(deskSum, async (visit) => {
  const { query } = visit.request;
  const { sum = '', code = '', done = '' } = query;
  if (REDEMPTION.test(done)) return sumDonePage(visit, await readRedemption(visit.company.slug, done));
  const cards = cardsIn((name) => query[name]);
  return sumPage(visit, await splitOf(visit, { sum: sum.trim(), cards, added: code, tag: visit.t.tag }));
});
