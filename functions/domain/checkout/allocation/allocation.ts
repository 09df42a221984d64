/** One item of an order, to which money can be allocated. Amounts in the smallest currency unit. */
export interface ItemPart {
  /** Position in the order, from 0; the item's `sequence`. */
  seq: number;
  /** Price paid for the item: its share of the price of its line after discount, without fees. */
  priceMinor: number;
  /** Value of the item when it is issued. */
  valueMinor: number;
  /**
   * Whether its value can be withdrawn in part, as for value cards. Other items are withdrawn completely or not at all.
   */
  divisible: boolean;
}

/** The parts of the price of an order. They add up to `amounts.total`. */
export interface OrderParts {
  shipping: number;
  fees: number;
  items: readonly ItemPart[];
}

/** Money allocated to one item, by one refund or by all refunds of an order. */
export interface ItemShare {
  /** In the smallest unit. */
  minor: number;
  /** The item is withdrawn completely, even if less than its price was refunded. */
  whole: boolean;
}

/**
 * Refunded money of an order, by the parts to which it was allocated; `rest` is not allocated. All members add up to
 * the refunded amount.
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

/** The allocation of a refund. `rest`: money that remains unallocated, including the rest of earlier refunds. */
export interface Plan {
  portions: readonly RefundPortion[];
  rest: number;
}

/** State of one item, in the smallest currency unit; zero for an item that is not issued yet. */
export interface ItemUse {
  claimedMinor: number;
  withdrawnMinor: number;
  /** Claimed or reserved value that was repaid to the buyer. Its claims cannot be undone. */
  repaidMinor: number;
  /** A part of the item has been claimed, even if only a free seat. */
  spent: boolean;
  /** The item is used up: cancelled, withdrawn or fully claimed. */
  gone: boolean;
  /** Value added by staff, or removed when negative. Added value is never paid out. */
  adjustedMinor: number;
  /** Value reserved by holds, which is not refundable until they end. */
  heldMinor: number;
  /** A part of the item is reserved, even if only a free seat. */
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
 * The value of an item to withdraw when `minor` of its price is refunded: the same proportion, rounded up, or all of it
 * if the item is withdrawn completely.
 */
export const coverMinor = (part: ItemPart, { minor, whole }: ItemShare): number => {
  const { priceMinor, valueMinor } = part;
  if (whole || (minor > 0 && minor >= priceMinor)) return valueMinor;
  if (minor === 0) return 0;
  return Number((BigInt(valueMinor) * BigInt(minor) + BigInt(priceMinor - 1)) / BigInt(priceMinor));
};

/** Maximum refund of an item: its price, reduced in proportion to the value that staff removed. */
const payablePrice = (part: ItemPart, { adjustedMinor }: ItemUse): number =>
  adjustedMinor < 0 ? priceOf(part, Math.max(0, part.valueMinor + adjustedMinor)) : part.priceMinor;

/** The parts of an order, its previous refunds and the state of its items. */
export interface Books {
  parts: OrderParts;
  allocated: AllocatedRefunds;
  uses: readonly ItemUse[];
}

/** Collects portions until the money is used up; no part gets more than its price. */
class Draft {
  readonly portions: RefundPortion[] = [];
  left: number;
  readonly #refunded: { shipping: number; fees: number; items: number[] };
  readonly #books: Books;

  constructor(minor: number, books: Books) {
    this.left = minor;
    this.#books = books;
    const { shipping, fees, items } = books.allocated;
    this.#refunded = { shipping, fees, items: items.map((share) => share.minor) };
  }

  refunded(part: ItemPart): number {
    return this.#refunded.items[part.seq] ?? 0;
  }

  /** The part of the item's price that is payable and not refunded yet. */
  open(part: ItemPart): number {
    return Math.max(0, payablePrice(part, useOf(this.#books, part)) - this.refunded(part));
  }

  /** Allocates at most `mostMinor` to a charge, up to its unrefunded part. */
  allocateCharge(part: 'shipping' | 'fees', mostMinor = Infinity): void {
    const minor = Math.min(this.left, mostMinor, this.#books.parts[part] - this.#refunded[part]);
    if (minor <= 0) return;
    this.#refunded[part] += minor;
    this.left -= minor;
    this.portions.push({ part, minor });
  }

  /**
   * Allocates at most `mostMinor` to an item, up to its unrefunded part. With `whole`, the item is withdrawn completely
   * even if the money does not cover its price.
   */
  allocateItem(part: ItemPart, mostMinor: number, { whole = false } = {}): void {
    const minor = Math.max(0, Math.min(this.left, mostMinor, this.open(part)));
    if (minor === 0 && !whole) return;
    this.#refunded.items[part.seq] = (this.#refunded.items[part.seq] ?? 0) + minor;
    this.left -= minor;
    this.portions.push({ part: 'item', seq: part.seq, minor, whole: whole || this.open(part) === 0 });
  }
}

const useOf = (books: Books, part: ItemPart): ItemUse => books.uses[part.seq] ?? UNTOUCHED;

/** Allocates money to value that was withdrawn without a refund: by staff, or for a refund that failed later. */
const allocateWithdrawn = (draft: Draft, books: Books, part: ItemPart): void => {
  const { withdrawnMinor, repaidMinor, spent, gone } = useOf(books, part);
  if (part.divisible) {
    draft.allocateItem(part, priceOf(part, withdrawnMinor + repaidMinor) - draft.refunded(part));
  } else if (gone && (!spent || withdrawnMinor + repaidMinor === part.valueMinor)) {
    draft.allocateItem(part, part.priceMinor);
  }
};

const allocateUnspent = (draft: Draft, books: Books, part: ItemPart): void => {
  const { claimedMinor, repaidMinor, adjustedMinor, spent, gone, heldMinor, held } = useOf(books, part);
  if (part.divisible) {
    const unspent = priceOf(part, part.valueMinor + adjustedMinor - claimedMinor - heldMinor + repaidMinor);
    draft.allocateItem(part, unspent - draft.refunded(part));
  } else if (!spent && !gone && !held && draft.open(part) > 0 && draft.left >= draft.open(part)) {
    draft.allocateItem(part, part.priceMinor);
  }
};

/** Withdraws indivisible items for less than their price, untouched ones first, until the money is used up. */
const endItems = (draft: Draft, books: Books, parts: readonly ItemPart[]): void => {
  const usable = parts.filter((part) => !part.divisible && !useOf(books, part).gone);
  const isTouched = (part: ItemPart): boolean => useOf(books, part).spent || useOf(books, part).held;
  for (const part of usable.toSorted((a, b) => Number(isTouched(a)) - Number(isTouched(b)))) {
    if (draft.left > 0 && draft.open(part) > 0) draft.allocateItem(part, part.priceMinor, { whole: true });
  }
};

/** The unrefunded price of an item's reserved value. */
const heldPriceOf = (part: ItemPart, use: ItemUse, open: number): number => {
  if (!use.held) return 0;
  if (!part.divisible) return open;
  const payable = payablePrice(part, use);
  const free = priceOf(part, part.valueMinor + use.adjustedMinor - use.heldMinor);
  return Math.min(open, payable - Math.min(payable, free));
};

/** The unrefunded price of all reserved value. Smallest currency unit. */
export const heldPrice = ({ parts, allocated, uses }: Books): number =>
  parts.items.reduce((sum, part) => {
    const use = uses[part.seq] ?? UNTOUCHED;
    return sum + heldPriceOf(part, use, openPrice(part, use, allocated));
  }, 0);

const openPrice = (part: ItemPart, use: ItemUse, { items }: AllocatedRefunds): number =>
  Math.max(0, payablePrice(part, use) - (items[part.seq]?.minor ?? 0));

/** The unrefunded price of value removed by adjustments. Smallest currency unit. */
export const lostPrice = ({ parts, allocated, uses }: Books): number =>
  parts.items.reduce((sum, part) => {
    const open = part.priceMinor - (allocated.items[part.seq]?.minor ?? 0);
    return sum + open - openPrice(part, uses[part.seq] ?? UNTOUCHED, allocated);
  }, 0);

/**
 * Allocates to the price of a spent item, except for its reserved part. A value card is refunded up to its price; any
 * other item completely if the money covers it, otherwise only its used part.
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
  else draft.allocateItem(part, priceOf(part, claimedMinor) - draft.refunded(part));
};

/**
 * Allocates a refund that selects no items, in this order: withdrawn items that were not refunded, shipping, fees,
 * unspent items, and spent value. Takes unspent items from the last to the first and skips indivisible items that cost
 * more than the remaining money. The remainder is for the next refund (lib/reference/refunds.md#selection). With
 * `endsItems`, remaining money also withdraws indivisible items that cost more.
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

/** Allocates everything that is not refunded yet and withdraws all items. */
export const allocateAll = (books: Omit<Books, 'uses'>): Plan => {
  // A full refund covers all prices, regardless of adjustments.
  const draft = new Draft(Infinity, { ...books, uses: [] });
  for (const part of books.parts.items.toReversed()) draft.allocateItem(part, part.priceMinor, { whole: true });
  draft.allocateCharge('shipping');
  draft.allocateCharge('fees');
  return { portions: draft.portions, rest: 0 };
};

export interface NamedParts {
  /** `seq` of the items, in the order of the request. */
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
 * Allocates a refund to the named parts, in the order of the request. An indivisible item is withdrawn completely, even
 * if the money does not cover its price; a free card is, too, because no refund could withdraw a part of it. `useRest`
 * adds the rest of earlier refunds, for parts that cost more than can still be refunded.
 */
export const allocateNamed = (amountMinor: number, named: NamedParts, books: Books, useRest: boolean): Plan => {
  const draft = new Draft(amountMinor + (useRest ? books.allocated.rest : 0), books);
  for (const seq of named.seqs) {
    const part = books.parts.items[seq];
    if (part) draft.allocateItem(part, part.priceMinor, { whole: !part.divisible || part.priceMinor === 0 });
  }
  if (named.shipping) draft.allocateCharge('shipping');
  if (named.fees) draft.allocateCharge('fees');
  return { portions: draft.portions, rest: draft.left + (useRest ? 0 : books.allocated.rest) };
};

/** Items of an order that are refunded completely, used or not, with their share of the fees. */
export interface WholeItems {
  seqs: readonly number[];
  feesMinor: number;
}

/** Allocates a refund to items that can no longer be used, regardless of their value, then to their fees. */
export const allocateWhole = (amountMinor: number, { seqs, feesMinor }: WholeItems, books: Books): Plan => {
  const draft = new Draft(amountMinor, { ...books, uses: [] });
  for (const seq of seqs) {
    const part = books.parts.items[seq];
    if (part) draft.allocateItem(part, part.priceMinor, { whole: true });
  }
  draft.allocateCharge('fees', feesMinor);
  return { portions: draft.portions, rest: draft.left + books.allocated.rest };
};
