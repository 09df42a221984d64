import { compareTexts } from './values.ts';

/** Position of a row in a partition: by its sort key, and by its primary key if sort keys are equal. */
export interface Place {
  sort: string;
  key: string;
}

/** Keys of the rows of one partition, of the table or of an index, in the order in which a query reads them. */
export class Partition {
  #places: Place[] = [];

  get size(): number {
    return this.#places.length;
  }

  add(place: Place): void {
    this.#places.splice(this.#firstAtOrAfter(place), 0, place);
  }

  remove(place: Place): void {
    this.#places.splice(this.#firstAtOrAfter(place), 1);
  }

  /**
   * The places that a query reads, in its direction. `start` is where an earlier page ended; `isIn` is true for one
   * contiguous range of sort keys, and `isBefore` for those before it.
   */
  *read({ isBefore, isIn, start, isBackward }: Range): Generator<Place, void, undefined> {
    const from = this.#first(({ sort }) => !isBefore(sort));
    const to = this.#first(({ sort }) => !isBefore(sort) && !isIn(sort));
    if (isBackward) {
      const last = (start ? Math.min(to, this.#firstAtOrAfter(start)) : to) - 1;
      for (let at = last; at >= from; at--) yield this.#at(at);
      return;
    }
    const after = start ? this.#first((place) => comparePlaces(place, start) > 0) : 0;
    for (let at = Math.max(from, after); at < to; at++) yield this.#at(at);
  }

  #at(index: number): Place {
    const place = this.#places[index];
    if (!place) throw new RangeError(`A partition has no place ${index}`);
    return place;
  }

  #firstAtOrAfter(place: Place): number {
    return this.#first((each) => comparePlaces(each, place) >= 0);
  }

  /** Index of the first place for which a condition is true, as it is for all places after it. */
  #first(isReached: (place: Place) => boolean): number {
    let [low, high] = [0, this.#places.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isReached(this.#at(middle))) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

export interface Range {
  isBefore: (sort: string) => boolean;
  isIn: (sort: string) => boolean;
  start: Place | undefined;
  isBackward: boolean;
}

const comparePlaces = (one: Place, other: Place): number =>
  compareTexts(one.sort, other.sort) || compareTexts(one.key, other.key);
