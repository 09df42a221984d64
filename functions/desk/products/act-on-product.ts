import { validation } from '../../platform/messages/validation.ts';
import { archiveProduct } from '../../domain/administration/catalog/archive.ts';
import { duplicateProduct } from '../../domain/administration/catalog/duplicate.ts';
import { setStock, type StockInput } from '../../domain/administration/catalog/set-stock.ts';
import { nameOperation } from '../../platform/cause.ts';
import { invalid } from '../../platform/errors.ts';
import { once } from '../../storage/idempotency.ts';
import { seeOther } from '../../pages/kit/reply.ts';
import { deskEndpoint } from '../endpoint.ts';
import { formIdempotency, refusalFrom } from '../form-idempotency.ts';
import { productTexts } from '../texts/products.ts';
import { typedWholeNumber } from '../typed-number.ts';
import type { DeskVisit } from '../visit.ts';
import { loadProduct, productPath } from './load.ts';
import { productPage } from './pages/product.ts';
import { isFigureShown } from './pages/stock.ts';
import { deskActOnProduct as route } from './routes.ts';

export const handler = deskEndpoint(route, async (visit) => {
  const { family = '', id = '' } = visit.request.params;
  try {
    const action = visit.form.get('action');
    if (action === 'duplicate') return seeOther(await duplicateAtDesk(visit, family, id));
    if (action === 'archive') return seeOther(await archiveAtDesk(visit, family, id));
    await changeStock(visit);
    return seeOther(`${productPath(family, id)}?outcome=stocked`);
  } catch (error) {
    return productPage(visit, await loadProduct(visit), { refusal: refusalFrom(error), sentOptions: [] });
  }
});

const duplicateAtDesk = async (visit: DeskVisit, family: string, id: string): Promise<string> => {
  nameOperation('duplicate-managed-product');
  const idempotency = formIdempotency(visit, route, { family, id, action: 'duplicate' });
  const reply = await once(idempotency, () =>
    duplicateProduct({ company: visit.company.slug, family, id, idempotency }),
  );
  return `${productPath(family, String((reply.body as { id: number }).id))}?outcome=copied`;
};

const archiveAtDesk = async (visit: DeskVisit, family: string, id: string): Promise<string> => {
  if (visit.form.get('sure') !== 'yes') throw invalid('sure', productTexts(visit.language).notSure);
  nameOperation('archive-managed-product');
  await archiveProduct({ company: visit.company.slug, family, id, ifMatch: undefined });
  return '/desk/products?outcome=archived';
};

const FIGURE_MAX = 999_999_999;

/** The whole number of a field, with or without separators of thousands. Throws 422. */
const figureIn = (name: string, text: string, minimum: number): number => {
  const figure = typedWholeNumber(text);
  if (figure === undefined || !Number.isInteger(figure) || figure < minimum || figure > FIGURE_MAX) {
    throw invalid(name, validation('kind_mismatch', { kinds: ['int'] }));
  }
  return figure;
};

/** Without a typed change, the figure to set. An empty figure makes the stock unlimited. Throws 422. */
const stockInput = ({ form }: DeskVisit): StockInput => {
  const [set, change] = [form.get('set'), form.get('change')];
  if (change !== '') return { change: figureIn('change', change.replace(/^\+(?=\d)/, ''), -FIGURE_MAX) };
  return { set: set === '' ? null : figureIn('set', set, 0) };
};

const REASON_MAX = 200;

const changeStock = async (visit: DeskVisit): Promise<void> => {
  const t = productTexts(visit.language);
  const isChange = visit.form.get('change') !== '';
  if (!isChange && isFigureShown(visit)) throw invalid('set', t.noFigure);
  if (isChange && visit.form.has('was') && !isFigureShown(visit)) throw invalid('set', t.oneFigure);
  const optionId = visit.form.get('option_id');
  const input = stockInput(visit);
  const reason = visit.form.get('reason').slice(0, REASON_MAX).toWellFormed() || undefined;
  nameOperation('set-stock');
  const idempotency = formIdempotency(visit, route, { optionId, wanted: input, reason });
  await once(idempotency, () =>
    setStock({ company: visit.company.slug, optionId, stockInput: input, reason, idempotency }),
  );
};
