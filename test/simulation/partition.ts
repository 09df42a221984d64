/** Where a row is in its partition: its sort key there, and its own key, which decides between equal ones. */
export interface Place {
  sort: string;
  key: string;
}

/** Keys of the rows of one partition, of the table or of an index, in the order in which a query reads them. */
export class Partition {
  #places: Place[] = [];

  static of(places: readonly Place[]): Partition {
    const made = new Partition();
    made.#places = places.toSorted(compared);
    return made;
  }

  get places(): readonly Place[] {
    return this.#places;
  }

  add(place: Place): void {
    this.#places.splice(this.#firstAtOrAfter(place), 0, place);
  }

  remove(place: Place): void {
    this.#places.splice(this.#firstAtOrAfter(place), 1);
  }

  /**
   * The places that a query reads, in its direction, at most `limit`, and whether there are more. `start` is where an
   * earlier page ended; `within` holds for one run of sort keys, the first of which is at least `floor`.
   */
  page(range: Range): { places: Place[]; more: boolean } {
    const { floor, within, start, backward, limit } = range;
    const from = this.#first(({ sort }) => sort >= floor);
    const to = this.#first(({ sort }) => sort >= floor && !within(sort));
    if (backward) {
      const end = start ? Math.min(to, this.#firstAtOrAfter(start)) : to;
      const begin = Math.max(from, end - limit);
      return { places: this.#places.slice(begin, Math.max(begin, end)).reverse(), more: begin > from };
    }
    const begin = start
      ? Math.max(
          from,
          this.#first((place) => compared(place, start) > 0),
        )
      : from;
    const end = Math.min(to, begin + limit);
    return { places: this.#places.slice(begin, Math.max(begin, end)), more: end < to };
  }

  #firstAtOrAfter(place: Place): number {
    return this.#first((each) => compared(each, place) >= 0);
  }

  /** Index of the first place for which a condition holds that holds for all after it. */
  #first(holds: (place: Place) => boolean): number {
    let [low, high] = [0, this.#places.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (holds(this.#places[middle]!)) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

export interface Range {
  floor: string;
  within: (sort: string) => boolean;
  start: Place | undefined;
  backward: boolean;
  limit: number;
}

const compared = (one: Place, other: Place): number => order(one.sort, other.sort) || order(one.key, other.key);
const order = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
