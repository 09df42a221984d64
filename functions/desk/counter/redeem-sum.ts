import { createRedemption } from '../../domain/value/items/redemptions/create.ts';
import { redemptionIdOf } from '../../domain/value/items/redemptions/new-redemption.ts';
import { redemptionBody } from '../../domain/value/items/redemptions/schema.ts';
import { validate } from '../../pipeline/parse.ts';
import { decimalFromMinor } from '../../platform/decimals.ts';
import { invalid } from '../../platform/errors.ts';
import { seeOther } from '../../pages/kit/reply.ts';
import { sumPath } from '../codes.ts';
import { deskEndpoint } from '../endpoint.ts';
import { idempotencyOfForm, refusalFrom } from '../form-idempotency.ts';
import { SUM_TEXTS } from '../texts/sum.ts';
import { tagTypedIn } from '../typed-in.ts';
import type { DeskVisit } from '../visit.ts';
import { sumPage } from './pages/sum.ts';
import { cardsIn, splitOf } from './split.ts';
import { deskRedeemSum } from './routes.ts';

/** Takes exactly the shown amount from each card, in one redemption; if one card fails, nothing is redeemed. */
export const handler = deskEndpoint(deskRedeemSum, async (visit) => {
  const cards = sentCards(visit);
  try {
    const sources = cards.filter(({ minor }) => minor > 0);
    if (sources.length === 0) throw invalid('sum', SUM_TEXTS[visit.language].none);
    const currency = visit.form.get('currency');
    const input = {
      sources: sources.map(({ code, minor }) => ({ code, amount: decimalFromMinor(minor, currency) })),
    };
    const idempotency = idempotencyOfForm(visit, deskRedeemSum, input);
    const id = redemptionIdOf(idempotency);
    const read = () => validate(redemptionBody(), input);
    await createRedemption({ operator: visit.operator, input: read, id, idempotency });
    return seeOther(sumPath({ done: id }));
  } catch (error) {
    const sent = {
      sum: visit.form.get('sum'),
      cards: cards.map(({ code }) => code),
      added: '',
      tag: tagTypedIn(visit),
    };
    return sumPage(visit, await splitOf(visit, sent), refusalFrom(error));
  }
});

/** The cards in the form with their shown amounts, in the smallest currency unit. */
const sentCards = ({ form }: DeskVisit): { code: string; minor: number }[] =>
  cardsIn((name) => form.get(name))
    .map((code, at) => ({ code, minor: Number(/^\d{1,12}$/.exec(form.get(`part.${at}`))?.[0] ?? 0) }))
    .filter(({ code }) => code !== '');
