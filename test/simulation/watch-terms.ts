import { isDeepStrictEqual } from 'node:util';
import type { ProductRow } from '../../functions/domain/catalog/products/rows.ts';
import { optionIdOf, productIdOf } from '../../functions/domain/catalog/products/ids.ts';
import type { CompanyRow } from '../../functions/domain/company/companies/rows.ts';
import type { UserRow } from '../../functions/domain/company/users/rows.ts';
import type { OrderRow } from '../../functions/domain/checkout/orders/rows.ts';
import type { PostedDayRow, PostingsRow } from '../../functions/domain/reporting/postings/rows.ts';
import type { ItemRow } from '../../functions/domain/value/items/rows.ts';
import type { Change, Item } from './memory-table.ts';
import type { System } from './system.ts';

/** Requests of one round may use what was valid this long ago, for example a product read before it was archived. */
const ROUND_MS = 60_000;

const orderTerms = ({ amounts, lines, discount, seller, createdAtMs }: OrderRow) => ({
  amounts,
  discount,
  seller,
  createdAtMs,
  lines: lines.map((line) => ({
    id: line.id,
    option: [line.productId, line.optionId],
    prices: [line.amount, line.quantity, line.fees, line.subtotal, line.discount],
    vat: [line.vatTreatment, line.vatPercent, line.vat],
    items: [line.itemValue, line.itemCount, line.piecesPerItem],
  })),
});

const itemTerms = (item: ItemRow) => ({
  order: [item.company, item.orderId, item.lineId, item.sequence],
  kind: [item.itemType, item.productId, item.optionId, item.campaignId],
  value: [item.valueMinor, item.priceMinor, item.pieces, item.currency],
  vat: [item.vatTreatment, item.vatPercent],
});

/** Members that no change to a row may change, by its type. */
const TERMS: Readonly<Record<string, (row: never) => unknown>> = {
  order: orderTerms,
  item: itemTerms,
  'order-page-revision': (row: Item) => row,
  'order-page-values': (row: Item) => row,
  'posted-day': ({ accounts: _accounts, language: _language, ...day }: PostedDayRow) => day,
};

/** Values with the time at which each was replaced. */
class RecentValues {
  readonly #values = new Map<string, { value: unknown; untilMs: number }[]>();

  set(name: string, value: unknown, nowMs: number): void {
    const known = this.#values.get(name) ?? [];
    const last = known.at(-1);
    if (last && isDeepStrictEqual(last.value, value)) return;
    if (last) last.untilMs = nowMs;
    known.push({ value, untilMs: Infinity });
    this.#values.set(name, known);
  }

  isRecent(name: string, value: unknown, nowMs: number): boolean {
    const known = this.#values.get(name) ?? [];
    return known.some((each) => each.untilMs >= nowMs - ROUND_MS && isDeepStrictEqual(each.value, value));
  }
}

/** Price and VAT of an option, or `null` while it cannot be ordered. */
const offerOf = (row: ProductRow, option: ProductRow['options'][number]): unknown => {
  const isSold = row.active && row.archivedAtMs === undefined && option.active;
  const isRemoved = row.removedOptions?.includes(option.id) === true;
  return isSold && !isRemoved ? option.amount : null;
};

/**
 * Check T, after every call: sales keep their terms and are made at the terms of their time, closed days and published
 * revisions stay as they are, and a company keeps an administrator.
 */
export const watchTerms = (system: System): void => {
  const { table, scheduler } = system;
  const offers = new RecentValues();
  const commissions = new RecentValues();
  const watchBefore = scheduler.afterCall;
  let place = 0;

  const noteTerms = ({ after }: Change): void => {
    if (after === undefined) return;
    if (['experience', 'event', 'special-offer'].includes(String(after['type']))) {
      const row = after as unknown as ProductRow;
      for (const option of row.options)
        offers.set(`${productIdOf(row)} ${optionIdOf(row, option)}`, offerOf(row, option), system.nowMs);
    }
    if (after['type'] === 'company') {
      const { slug, contract } = after as unknown as CompanyRow;
      commissions.set(slug, contract.commission_percent, system.nowMs);
    }
  };

  const keptFaults = ({ before, after }: Change): string[] => {
    const termsOf = TERMS[String(before?.['type'])] as ((row: unknown) => unknown) | undefined;
    if (!before || !termsOf) return [];
    const [earlier, later] = [termsOf(before), after && termsOf(after)];
    if (isDeepStrictEqual(earlier, later)) return [];
    return [`T1 ${before.pk} ${before.sk} changed from ${JSON.stringify(earlier)} to ${JSON.stringify(later)}`];
  };

  const postingFaults = ({ before }: Change): string[] => {
    if (before?.['type'] !== 'postings') return [];
    const { pk, sk } = before as unknown as PostingsRow;
    const [, day = '', attempt] = sk.split('#');
    const posted = table.get({ pk, sk: `day#${day}` }) as PostedDayRow | undefined;
    return posted?.attempt === attempt ? [`T2 postings of ${day} changed after the day was closed`] : [];
  };

  const saleFaults = ({ before, after }: Change): string[] => {
    if (after?.['type'] !== 'order') return [];
    const order = after as unknown as OrderRow;
    const earlier = before as unknown as OrderRow | undefined;
    const { commission, company } = order;
    const wrong = earlier
      ? []
      : order.lines.filter(
          ({ productId, optionId, amount }) =>
            optionId !== null && !offers.isRecent(`${productId} ${optionId}`, amount, system.nowMs),
        );
    const isCharged = commission !== undefined && earlier?.commission === undefined;
    const isOldRate = isCharged && !commissions.isRecent(company, commission.percent, system.nowMs);
    const isOtherRate = earlier?.commission && earlier.commission.percent !== commission?.percent;
    return [
      ...wrong.map(({ optionId, amount }) => `T3 ${order.id} sells ${optionId} at ${amount}, which is not its price`),
      ...(isOldRate || isOtherRate ? [`T4 ${order.id} has the commission ${commission?.percent} %`] : []),
    ];
  };

  const adminFaults = ({ before, after }: Change): string[] => {
    if ((before ?? after)?.['type'] !== 'user') return [];
    const { company } = (before ?? after) as unknown as UserRow;
    const own = table.rowsOf<UserRow>('user').filter((user) => user.company === company);
    const isAdmin = ({ role, invitedUntilMs, removedAtMs }: UserRow): boolean =>
      role === 'super_admin' && invitedUntilMs === undefined && removedAtMs === undefined;
    const hadAdmin = before !== undefined && isAdmin(before as unknown as UserRow);
    return hadAdmin && !own.some(isAdmin) ? [`T5 ${company} has no administrator`] : [];
  };

  scheduler.afterCall = () => {
    watchBefore();
    const changes = table.changes.slice(place);
    place = table.changes.length;
    for (const change of changes) {
      noteTerms(change);
      const checks = [keptFaults, postingFaults, saleFaults, adminFaults];
      system.surprises.push(...checks.flatMap((check) => check(change)));
    }
  };
};
