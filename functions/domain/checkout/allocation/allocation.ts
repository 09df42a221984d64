/** One item of an order for allocating money. Amounts in the smallest unit. */
export interface ItemPart {
  /** Position in the order, from 0; the item's `sequence`. */
  seq: number;
  /** What was paid for it: its share of its line after discount, without fees. */
  priceMinor: number;
  /** Its value. */
  valueMinor: number;
  /** A value card can be lowered; any other item is withdrawn whole or not at all. */
  divisible: boolean;
}

/** What an order was paid for; the parts add up to `amounts.total`. */
export interface OrderParts {
  shipping: number;
  fees: number;
  items: readonly ItemPart[];
}

/** Money allocated to one item, by one refund or by all refunds of an order. */
export interface ItemShare {
  /** In the smallest unit. */
  minor: number;
  /** Nothing of the item stays spendable, even when less than its price was refunded. */
  whole: boolean;
}

/**
 * Refunds of an order by what they were allocated to; `rest` is not allocated. All members add up to the refunded
 * amount.
 */
export interface AllocatedRefunds {
  shipping: number;
  fees: number;
  rest: number;
  items: readonly ItemShare[];
}

/** A piece of a refund, in allocation order. */
export type RefundPortion =
  | { part: 'shipping' | 'fees'; minor: number }
  | { part: 'item'; seq: number; minor: number; whole: boolean };

/** A refund's money, allocated: `rest` is what remains unallocated, possibly less than before. */
export interface Plan {
  portions: readonly RefundPortion[];
  rest: number;
}

/** State of one item, in the smallest unit; zero for an item that is not issued yet. */
export interface ItemUse {
  claimedMinor: number;
  withdrawnMinor: number;
  /** Claimed amount that was paid back to the buyer, so that its claims cannot be undone. */
  repaidMinor: number;
  /** Some of it has been claimed, even if only a free seat. */
  spent: boolean;
  /** Nothing is left of it: cancelled, withdrawn or claimed fully. */
  gone: boolean;
  /** Value added by staff, or removed when negative. Added value is never paid out. */
  adjustedMinor: number;
  /** Reserved by holds, and not refundable meanwhile. */
  heldMinor: number;
  /** Something of it is reserved, even if only a free seat. */
  held: boolean;
}

export const UNTOUCHED: ItemUse = {
  claimedMinor: 0,
  withdrawnMinor: 0,
  repaidMinor: 0,
  spent: false,
  gone: false,
  adjustedMinor: 0,
  heldMinor: 0,
  held: false,
};

const priceOf = (part: ItemPart, valueMinor: number): number =>
  part.valueMinor === 0 ? 0 : Number((BigInt(part.priceMinor) * BigInt(valueMinor)) / BigInt(part.valueMinor));

/**
 * The value of an item that must not be spendable once `minor` of its price was refunded: the same proportion of the
 * value, rounded up; all of it when the item is refunded whole.
 */
export const coverMinor = (part: ItemPart, { minor, whole }: ItemShare): number => {
  const { priceMinor, valueMinor } = part;
  if (whole || (minor > 0 && minor >= priceMinor)) return valueMinor;
  if (minor === 0) return 0;
  return Number((BigInt(valueMinor) * BigInt(minor) + BigInt(priceMinor - 1)) / BigInt(priceMinor));
};

/** Maximum payout for an item: its price, in proportion to the value left by adjustments. */
const payablePrice = (part: ItemPart, { adjustedMinor }: ItemUse): number =>
  adjustedMinor < 0 ? priceOf(part, Math.max(0, part.valueMinor + adjustedMinor)) : part.priceMinor;

/** Current and previous allocation. */
export interface Books {
  parts: OrderParts;
  allocated: AllocatedRefunds;
  uses: readonly ItemUse[];
}

/** Collects portions until the money is used up; no part gets more than its price. */
class Draft {
  readonly portions: RefundPortion[] = [];
  left: number;
  readonly #given: { shipping: number; fees: number; items: number[] };
  readonly #books: Books;

  constructor(minor: number, books: Books) {
    this.left = minor;
    this.#books = books;
    const { shipping, fees, items } = books.allocated;
    this.#given = { shipping, fees, items: items.map((share) => share.minor) };
  }

  given(part: ItemPart): number {
    return this.#given.items[part.seq] ?? 0;
  }

  /** The part of the item's price that is payable and not refunded yet. */
  open(part: ItemPart): number {
    return Math.max(0, payablePrice(part, useOf(this.#books, part)) - this.given(part));
  }

  /** At most the given amount of a charge, up to its open part. */
  allocateCharge(part: 'shipping' | 'fees', mostMinor = Infinity): void {
    const minor = Math.min(this.left, mostMinor, this.#books.parts[part] - this.#given[part]);
    if (minor <= 0) return;
    this.#given[part] += minor;
    this.left -= minor;
    this.portions.push({ part, minor });
  }

  /**
   * Allocates at most the given amount to an item, up to its open part. With `whole` the item counts as allocated
   * whole, even without enough money.
   */
  allocateItem(part: ItemPart, mostMinor: number, whole = false): void {
    const minor = Math.max(0, Math.min(this.left, mostMinor, this.open(part)));
    if (minor === 0 && !whole) return;
    this.#given.items[part.seq] = (this.#given.items[part.seq] ?? 0) + minor;
    this.left -= minor;
    this.portions.push({ part: 'item', seq: part.seq, minor, whole: whole || this.open(part) === 0 });
  }
}

const useOf = (books: Books, part: ItemPart): ItemUse => books.uses[part.seq] ?? UNTOUCHED;

/**
 * Value that is already withdrawn without a refund: cancelled by staff, or withdrawn for a refund that failed later.
 */
const allocateWithdrawn = (draft: Draft, books: Books, part: ItemPart): void => {
  const { withdrawnMinor, repaidMinor, spent, gone } = useOf(books, part);
  if (part.divisible) {
    draft.allocateItem(part, priceOf(part, withdrawnMinor + repaidMinor) - draft.given(part));
  } else if (gone && (!spent || withdrawnMinor + repaidMinor === part.valueMinor)) {
    draft.allocateItem(part, part.priceMinor);
  }
};

const allocateUnspent = (draft: Draft, books: Books, part: ItemPart): void => {
  const { claimedMinor, repaidMinor, adjustedMinor, spent, gone, heldMinor, held } = useOf(books, part);
  if (part.divisible) {
    const unspent = priceOf(part, part.valueMinor + adjustedMinor - claimedMinor - heldMinor + repaidMinor);
    draft.allocateItem(part, unspent - draft.given(part));
  } else if (!spent && !gone && !held && draft.open(part) > 0 && draft.left >= draft.open(part)) {
    draft.allocateItem(part, part.priceMinor);
  }
};

/** Withdraws indivisible items for less than their price, untouched ones first, until the money is used up. */
const endItems = (draft: Draft, books: Books, parts: readonly ItemPart[]): void => {
  const usable = parts.filter((part) => !part.divisible && !useOf(books, part).gone);
  const isTouched = (part: ItemPart): boolean => useOf(books, part).spent || useOf(books, part).held;
  for (const part of usable.toSorted((a, b) => Number(isTouched(a)) - Number(isTouched(b)))) {
    if (draft.left > 0 && draft.open(part) > 0) draft.allocateItem(part, part.priceMinor, true);
  }
};

/** The price of reserved value that has not been refunded. */
const heldPriceOf = (part: ItemPart, use: ItemUse, open: number): number => {
  if (!use.held) return 0;
  if (!part.divisible) return open;
  const payable = payablePrice(part, use);
  const free = priceOf(part, part.valueMinor + use.adjustedMinor - use.heldMinor);
  return Math.min(open, payable - Math.min(payable, free));
};

/** The price of all reserved value. Smallest unit. */
export const heldPrice = ({ parts, allocated, uses }: Books): number =>
  parts.items.reduce((sum, part) => {
    const use = uses[part.seq] ?? UNTOUCHED;
    return sum + heldPriceOf(part, use, openPrice(part, use, allocated));
  }, 0);

const openPrice = (part: ItemPart, use: ItemUse, { items }: AllocatedRefunds): number =>
  Math.max(0, payablePrice(part, use) - (items[part.seq]?.minor ?? 0));

/** The unrefunded price of value removed by adjustments. Smallest unit. */
export const lostPrice = ({ parts, allocated, uses }: Books): number =>
  parts.items.reduce((sum, part) => {
    const open = part.priceMinor - (allocated.items[part.seq]?.minor ?? 0);
    return sum + open - openPrice(part, uses[part.seq] ?? UNTOUCHED, allocated);
  }, 0);

/**
 * Allocates to a spent item: a value card completely, any other item whole if the money covers it, otherwise its used
 * part.
 */
const allocateSpent = (draft: Draft, books: Books, part: ItemPart): void => {
  const use = useOf(books, part);
  const { claimedMinor, spent } = use;
  if (!spent) return;
  if (use.held) {
    const open = draft.open(part);
    draft.allocateItem(part, open - heldPriceOf(part, use, open));
    return;
  }
  if (part.divisible || draft.left >= draft.open(part)) draft.allocateItem(part, part.priceMinor);
  else draft.allocateItem(part, priceOf(part, claimedMinor) - draft.given(part));
};

/**
 * Allocates a refund that selects no items: first withdrawn items that were not refunded; then shipping; fees; unspent
 * items, the last issued first, skipping an indivisible one that costs more than the remaining money; then spent value.
 * The remainder waits for the next refund (lib/reference/refunds.md#selection). With `endsItems`, a
 * remainder also withdraws an indivisible item that costs more.
 */
export const allocate = (amountMinor: number, books: Books, { endsItems = false } = {}): Plan => {
  const draft = new Draft(amountMinor + books.allocated.rest, books);
  const last = books.parts.items.toReversed();
  for (const part of last) allocateWithdrawn(draft, books, part);
  draft.allocateCharge('shipping');
  draft.allocateCharge('fees');
  for (const part of last) allocateUnspent(draft, books, part);
  if (endsItems) endItems(draft, books, last);
  for (const part of last) allocateSpent(draft, books, part);
  return { portions: draft.portions, rest: draft.left };
};

/** Everything that is not refunded yet, so that nothing of the order stays spendable. */
export const allocateAll = (books: Omit<Books, 'uses'>): Plan => {
  // Money that was refunded in full is allocated regardless of adjustments.
  const draft = new Draft(Infinity, { ...books, uses: [] });
  for (const part of books.parts.items.toReversed()) draft.allocateItem(part, part.priceMinor, true);
  draft.allocateCharge('shipping');
  draft.allocateCharge('fees');
  return { portions: draft.portions, rest: 0 };
};

export interface NamedParts {
  /** Sequences of items, in the order named. */
  seqs: readonly number[];
  shipping: boolean;
  fees: boolean;
}

/** The price of the named parts that is payable and not refunded yet. */
export const openOf = (named: NamedParts, { parts, allocated, uses }: Books): number =>
  named.seqs.reduce((sum, seq) => {
    const part = parts.items[seq];
    return part ? sum + openPrice(part, uses[seq] ?? UNTOUCHED, allocated) : sum;
  }, 0) +
  (named.shipping ? parts.shipping - allocated.shipping : 0) +
  (named.fees ? parts.fees - allocated.fees : 0);

/**
 * Allocates a refund to the named parts, in the order named. An indivisible item is withdrawn whole, even for less
 * money, and so is a free card, because no amount could lower it. The rest of earlier refunds is used where the named
 * parts cost more than can still be refunded.
 */
export const allocateNamed = (amountMinor: number, named: NamedParts, books: Books, useRest: boolean): Plan => {
  const draft = new Draft(amountMinor + (useRest ? books.allocated.rest : 0), books);
  for (const seq of named.seqs) {
    const part = books.parts.items[seq];
    if (part) draft.allocateItem(part, part.priceMinor, !part.divisible || part.priceMinor === 0);
  }
  if (named.shipping) draft.allocateCharge('shipping');
  if (named.fees) draft.allocateCharge('fees');
  return { portions: draft.portions, rest: draft.left + (useRest ? 0 : books.allocated.rest) };
};

/** Items of an order that are refunded whole, used or not, with their share of the fees. */
export interface WholeItems {
  seqs: readonly number[];
  feesMinor: number;
}

/** Allocates a refund to items that can no longer be used, regardless of their value, then to their fees. */
export const allocateWhole = (amountMinor: number, { seqs, feesMinor }: WholeItems, books: Books): Plan => {
  const draft = new Draft(amountMinor, { ...books, uses: [] });
  for (const seq of seqs) {
    const part = books.parts.items[seq];
    if (part) draft.allocateItem(part, part.priceMinor, true);
  }
  draft.allocateCharge('fees', feesMinor);
  return { portions: draft.portions, rest: draft.left + books.allocated.rest };
};
