import type { RequestCause } from '../../../platform/cause.ts';
import { movementRow, type StockMovement } from '../../../storage/audit.ts';
import type { Row } from '../../../storage/table.ts';
import type { Write } from '../../../storage/transactions.ts';
import { optionIdOf, productIdOf } from '../../catalog/products/ids.ts';
import { isProduct, type ProductRow } from '../../catalog/products/rows.ts';
import { EVENT_SEATS, type CounterName } from '../../catalog/stock/rows.ts';
import { figuresOf, readSpreadCounter } from '../../catalog/stock/shares.ts';
import { optionsOf } from './stored-catalog.ts';
import type { Alongside, IntentPlan } from './write.ts';

/** Cause of a stock movement: a request or an import. */
export type MovementCause = Omit<RequestCause, 'company' | 'subject' | 'changes'>;

/** Units of an option that becomes limited, if an import sets them to a number other than `stock`. */
type RestockedTo = (company: string, optionId: string) => number | undefined;

/**
 * Stock movements of a changed product: options that get or lose their limit, and the seats of an event. A new product
 * or option causes none. A changed `stock` of a limited option causes none either, because it changes no counter.
 */
export const movementsBetween = async (
  before: ProductRow,
  after: ProductRow,
  restockedTo: RestockedTo = () => undefined,
): Promise<StockMovement[]> => {
  const { company } = after;
  const earlier = new Map(optionsOf(before).map((option) => [option.id, option]));
  const changed = optionsOf(after).filter((option) => {
    const was = earlier.get(option.id);
    return was !== undefined && (was.stock === undefined) !== (option.stock === undefined);
  });
  const ofOptions = changed.map(async (option): Promise<StockMovement> => {
    const optionId = optionIdOf(after, option);
    if (option.stock !== undefined) {
      const stock = restockedTo(company, optionId) ?? option.stock;
      return { company, optionId, change: { member: 'remaining', before: null, after: stock } };
    }
    const counter = await readSpreadCounter(company, { productId: productIdOf(after), optionId });
    const remaining = counter.root ? figuresOf(counter).remaining : (earlier.get(option.id)?.stock ?? null);
    return { company, optionId, change: { member: 'remaining', before: remaining, after: null } };
  });
  return [...(await Promise.all(ofOptions)), ...seatsBetween(before, after)];
};

const seatsBetween = (before: ProductRow, after: ProductRow): StockMovement[] => {
  if (before.type !== 'event' || after.type !== 'event' || before.seats === after.seats) return [];
  const change = { member: 'seats', before: before.seats, after: after.seats };
  return [{ company: after.company, optionId: productIdOf(after), change }];
};

/** Movements that commit in the same transactions as the writes that cause them. */
type MovementsOf = ReadonlyMap<Write, readonly StockMovement[]>;

export const plannedMovements = async (
  planned: readonly IntentPlan[],
  restockedTo: RestockedTo,
): Promise<Map<Write, readonly StockMovement[]>> => {
  const movements = planned.map(async ({ write, existing, row }) => {
    const isChangedProduct = existing !== undefined && isProduct(existing) && isProduct(row);
    return [write, isChangedProduct ? await movementsBetween(existing, row, restockedTo) : []] as const;
  });
  return new Map((await Promise.all(movements)).filter(([, ofWrite]) => ofWrite.length > 0));
};

export const movementsAlongside =
  (movements: MovementsOf, cause: MovementCause): Alongside =>
  (group) =>
    group.flatMap((write) => movementWrites(movements.get(write) ?? [], cause));

export const movementWrites = (movements: readonly StockMovement[], cause: MovementCause): { put: Row }[] =>
  movements.map((movement) => ({ put: movementRow(cause, movement) }));

/** Returns a function that builds the writes that record a restock, from the previous number of units. */
export const recordRestockWrites =
  (of: Pick<StockMovement, 'company' | 'optionId'>, remaining: number, cause: MovementCause) =>
  (before: number): Write[] =>
    movementWrites([{ ...of, change: { member: 'remaining', before, after: remaining } }], cause);

/** Id of a counter in its history: the option, or the product for the seats of an event. */
export const movedId = ({ optionId, productId }: CounterName): string =>
  optionId === EVENT_SEATS ? productId : optionId;
