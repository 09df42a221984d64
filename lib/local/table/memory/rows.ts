import { keyNamesOf, keyOf, PLACES } from './keys.ts';
import { Partition, type Place, type Range } from './partition.ts';
import { compareTexts, type Row } from './values.ts';

/** A completed write: the row before and after it. */
export interface TableChange {
  before: Row | undefined;
  after: Row | undefined;
}

/** The partitions of the table or of one index. An index contains only rows that have both of its keys. */
class Places {
  readonly #names: readonly [string, string];
  readonly #partitions = new Map<string, Partition>();
  #ordered: string[] | undefined;

  constructor(index: string) {
    this.#names = keyNamesOf(index);
  }

  placeOf(row: Row, key = keyOf(row)): Place | undefined {
    const sort = row[this.#names[1]]?.S;
    return sort === undefined ? undefined : { sort, key };
  }

  partitionOf(row: Row): string | undefined {
    return row[this.#names[0]]?.S;
  }

  move(key: string, { before, after }: TableChange): void {
    const [left, entered] = [before && this.partitionOf(before), after && this.partitionOf(after)];
    const [old, next] = [before && this.placeOf(before, key), after && this.placeOf(after, key)];
    if (left === entered && old?.sort === next?.sort) return;
    if (left !== undefined && old) this.#leave(left, old);
    if (entered !== undefined && next) this.#enter(entered, next);
  }

  #leave(name: string, place: Place): void {
    const partition = this.#partitions.get(name);
    partition?.remove(place);
    if (partition?.size !== 0) return;
    this.#partitions.delete(name);
    this.#ordered = undefined;
  }

  #enter(name: string, place: Place): void {
    const known = this.#partitions.get(name);
    const partition = known ?? new Partition();
    partition.add(place);
    if (known) return;
    this.#partitions.set(name, partition);
    this.#ordered = undefined;
  }

  *read(name: string, range: Range): Generator<Place, void, undefined> {
    yield* this.#partitions.get(name)?.read(range) ?? [];
  }

  /** All places, partition by partition; with `start`, only those after that row. */
  *readAll(start: Row | undefined): Generator<Place, void, undefined> {
    this.#ordered ??= [...this.#partitions.keys()].toSorted(compareTexts);
    const first = start && this.partitionOf(start);
    const whole = { isBefore: () => false, isIn: () => true, isBackward: false };
    for (const name of this.#ordered) {
      if (first !== undefined && compareTexts(name, first) < 0) continue;
      yield* this.read(name, { ...whole, start: start && name === first ? this.placeOf(start) : undefined });
    }
  }
}

/** The rows of the table, sorted by the keys of the table and of each index. */
export class Rows {
  readonly #rows = new Map<string, Row>();
  readonly #places = new Map(PLACES.map((index) => [index, new Places(index)]));

  get(key: Row): Row | undefined {
    return this.#rows.get(keyOf(key));
  }

  all(): Row[] {
    return [...this.#rows.values()];
  }

  write(key: Row, after: Row | undefined): TableChange {
    const name = keyOf(key);
    const change = { before: this.#rows.get(name), after };
    if (after) this.#rows.set(name, after);
    else this.#rows.delete(name);
    for (const places of this.#places.values()) places.move(name, change);
    return change;
  }

  /** Rows of one partition in order, after the row whose keys are `start`. */
  *query(
    index: string,
    partition: string,
    range: Omit<Range, 'start'> & { start: Row | undefined },
  ): Generator<Row, void, undefined> {
    const places = this.#placesOf(index);
    const start = range.start && places.placeOf(range.start);
    yield* this.#rowsAt(places.read(partition, { ...range, start }));
  }

  /** All rows in the order of the partitions, after the row whose keys are `start`. */
  *scan(index: string, start: Row | undefined): Generator<Row, void, undefined> {
    yield* this.#rowsAt(this.#placesOf(index).readAll(start));
  }

  #placesOf(index: string): Places {
    const places = this.#places.get(index);
    if (!places) throw new RangeError(`The table has no index ${index}`);
    return places;
  }

  *#rowsAt(places: Iterable<Place>): Generator<Row, void, undefined> {
    for (const { key } of places) {
      const row = this.#rows.get(key);
      if (row) yield row;
    }
  }
}
