import { changeRow, type RowChange, type RowDecision } from '../../../storage/change-row.ts';
import type { LoadedPage } from './load.ts';
import { pageCodec, pageKey, untouchedPage, type OrderPageRow } from './rows.ts';

/** Changes to a page are serialized, so a request may wait for many concurrent ones. */
const ROUNDS = 40;

interface PageChange<R> {
  loaded: LoadedPage;
  /** Decides on the current page; a page without a row has its defaults. */
  decide: (page: OrderPageRow, nowMs: number) => RowDecision<OrderPageRow, R> | Promise<RowDecision<OrderPageRow, R>>;
  refused?: RowChange<OrderPageRow, R>['refused'];
}

/** Changes the row of a page together with the writes that must commit with it. */
export const changePage = <R>({ loaded, decide, refused }: PageChange<R>): Promise<R> => {
  const { company, page, stored } = loaded;
  return changeRow<OrderPageRow, R>({
    key: pageKey(company.slug),
    codec: pageCodec,
    seed: stored ? page : undefined,
    rounds: ROUNDS,
    decide: (row, nowMs) => decide(row ?? untouchedPage(company.slug), nowMs),
    refused,
  });
};
