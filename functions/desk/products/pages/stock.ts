import { html } from 'hono/html';
import { readStock } from '../../../domain/administration/catalog/stock.ts';
import { listStockChanges, type AuditEntry } from '../../../domain/reporting/audit/list.ts';
import { none, type Markup } from '../../../pages/kit/markup.ts';
import { keyLabels, actorNameOf } from '../../actor-name.ts';
import { decimal, moment } from '../../format.ts';
import { aroundField, fieldFaults } from '../../pages/field-fault.ts';
import type { ApiError } from '../../../platform/errors.ts';
import { newGuid } from '../../guid.ts';
import { tokenField } from '../../layout.ts';
import { rowsTable } from '../../pages/table.ts';
import type { ProductTexts } from '../../texts/products.ts';
import type { DeskVisit } from '../../visit.ts';
import { productPath, type LoadedOption, type LoadedProduct } from '../load.ts';

/** Fields of a change to stock. */
const STOCK_FIELDS = ['change', 'set', 'reason'];

/** Maximum number of shown stock changes; the audit log has all of them. */
const MOVEMENTS_SHOWN = 20;

/**
 * The stock of each option: figures, the form to change them, and earlier changes
 * (lib/reference/catalog.md#the-catalog-at-the-desk).
 */
export const stockSection = async (
  visit: DeskVisit,
  t: ProductTexts,
  { product, ...form }: Omit<StockForm, 'option'>,
): Promise<Markup> => {
  const [stocks, seats] = await Promise.all([
    Promise.all(product.options.map((option) => stockOf(visit, t, { product, option, ...form }))),
    seatsOf(visit, t, product),
  ]);
  return html`<section class="card" aria-labelledby="stock">
    <h2 id="stock">${t.stock}</h2>
    <p class="hint">${t.soldHint}</p>
    ${seats} ${stocks}
  </section>`;
};

/** Earlier changes to an event's number of seats, which is set in the form of the product. */
const seatsOf = async (visit: DeskVisit, t: ProductTexts, { family, productId }: LoadedProduct): Promise<Markup> => {
  if (family !== 'events' || productId === undefined) return none;
  const movements = await listStockChanges(visit.company.slug, productId, MOVEMENTS_SHOWN);
  return movementsOf(visit, t, { name: t.seats, movements, isOfSeats: true });
};

/**
 * Whether the figure has not changed since the form was shown. Such a figure is not sent, because it may be outdated.
 */
export const isFigureShown = ({ form }: Pick<DeskVisit, 'form'>): boolean =>
  form.has('was') && form.get('set') === form.get('was');

interface StockForm {
  product: LoadedProduct;
  option: LoadedOption;
  /** Refusal of the submitted form, which may be that of another option. */
  refusal: ApiError | undefined;
  /** False for a cancelled event and an archived product, which are never sold again. */
  canChange: boolean;
}

/** The stock form of an option. A refused form shows its input again, with the fault next to its field. */
const stockOf = async (
  visit: DeskVisit,
  t: ProductTexts,
  { product, option: { option_id: optionId, values }, refusal, canChange }: StockForm,
): Promise<Markup> => {
  const isRefused = refusal !== undefined && visit.form.get('option_id') === optionId;
  const faults = fieldFaults(isRefused ? refusal : undefined, STOCK_FIELDS);
  const { slug } = visit.company;
  const [stock, movements] = await Promise.all([
    readStock(slug, optionId),
    listStockChanges(slug, optionId, MOVEMENTS_SHOWN),
  ]);
  const figure = (count: number | null): string => (count === null ? t.unlimited : decimal(visit, count));
  const name = String(values['name']);
  const figures = html`<h3>${name}</h3>
    <p>
      ${t.left}: <strong>${figure(stock.remaining)}</strong>, ${t.held}: ${figure(stock.held)}, ${t.sold}:
      ${figure(stock.sold)}
    </p>`;
  if (!canChange) return html`${figures} ${await movementsOf(visit, t, { name, movements })}`;
  // An unchanged figure is replaced by the current one, because the user would otherwise undo the sales in between.
  const isTyped = (path: string): boolean => isRefused && !(path === 'set' && isFigureShown(visit));
  const field = (path: string, label: Markup | string, value: string, more: Markup = none): Markup => {
    const id = `${path}-${optionId}`;
    const { attributes, below } = aroundField(visit, { id, fault: faults[path] });
    return html`<div class="member">
      <label for="${id}">${label}</label>
      <input
        id="${id}"
        name="${path}"
        value="${isTyped(path) ? visit.form.get(path) : value}"
        autocomplete="off"
        ${more}
        ${attributes}
      />
      ${below}
    </div>`;
  };
  const numeric = html`inputmode="numeric"`;
  return html`<form class="stock-form" method="post" action="${productPath(product.family, product.id)}/act">
      ${figures} ${tokenField(visit)}<input type="hidden" name="guid" value="${newGuid()}" />
      <input type="hidden" name="option_id" value="${optionId}" />
      <input type="hidden" name="was" value="${stock.remaining ?? ''}" />
      ${field('change', t.changeStock, '', html`inputmode="text" placeholder="+5 / -2"`)}
      ${field('set', html`${t.setStock} <span class="hint">${t.stockHint}</span>`, String(stock.remaining ?? ''), numeric)}
      ${field('reason', t.reason, '', html`maxlength="200"`)}
      <button class="quiet" name="action" value="stock">
        ${t.change}<span class="visually-hidden"> ${name}</span>
      </button>
    </form>
    ${await movementsOf(visit, t, { name, movements })}`;
};

const movementsOf = async (
  visit: DeskVisit,
  t: ProductTexts,
  { name, movements, isOfSeats = false }: { name: string; movements: readonly AuditEntry[]; isOfSeats?: boolean },
): Promise<Markup> => {
  if (movements.length === 0) return none;
  const labels = await keyLabels(
    visit,
    movements.map(({ by }) => by),
  );
  const figure = (value: unknown): string => (typeof value === 'number' ? decimal(visit, value) : t.unlimited);
  return html`<details class="movements">
    <summary>${t.movements}<span class="visually-hidden">: ${name}</span></summary>
    ${rowsTable(`${t.movements}: ${name}`, {
      head: [t.when, t.before, t.after, t.who, t.reason],
      figures: [1, 2],
      rows: movements.map((entry) => {
        const [change] = entry.changes;
        return [
          moment(visit, entry.occurred_at),
          figure(change?.before),
          isOfSeats && change?.member === 'remaining' ? `${t.left}: ${figure(change.after)}` : figure(change?.after),
          actorNameOf(visit, entry.by, labels),
          entry.subject['reason'] ?? '',
        ];
      }),
    })}
  </details>`;
};
