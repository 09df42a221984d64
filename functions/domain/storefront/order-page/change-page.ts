import { changeRow, type RowChange, type RowDecision } from '../../../storage/change-row.ts';
import type { LoadedPage } from './load.ts';
import { pageCodec, pageKey, untouchedPage, type OrderPageRow } from './rows.ts';

/** Everything that happens to a page stands in one line, so whoever comes with many others waits for more of them. */
const ROUNDS = 40;

interface PageChange<R> {
  loaded: LoadedPage;
  /** Decides on the page as it stands; one without a row yet is untouched. */
  decide: (page: OrderPageRow, nowMs: number) => RowDecision<OrderPageRow, R> | Promise<RowDecision<OrderPageRow, R>>;
  refused?: RowChange<OrderPageRow, R>['refused'];
}

/** Changes the row of a page together with what must commit beside it. */
export const changePage = <R>({ loaded, decide, refused }: PageChange<R>): Promise<R> => {
  const { company, page, stored } = loaded;
  return changeRow<OrderPageRow, R>({
    key: pageKey(company.slug),
    codec: pageCodec,
    seed: stored ? page : undefined,
    rounds: ROUNDS,
    decide: (row, nowMs) => decide(row ?? untouchedPage(company.slug), nowMs),
    ...(refused ? { refused } : {}),
  });
};
