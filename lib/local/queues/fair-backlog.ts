interface BacklogEntry<M> {
  group: string;
  message: M;
  /** Position among all messages that were received. */
  position: number;
}

/**
 * Messages that a consumer has received and not processed, in the order of an SQS fair queue: those of the group with
 * the fewest in progress first, and the oldest first among equals.
 */
export class FairBacklog<M> {
  readonly #groupOf: (message: M) => string;
  readonly #waiting = new Map<string, BacklogEntry<M>[]>();
  readonly #inProgress = new Map<string, number>();
  #received = 0;
  #size = 0;

  constructor(groupOf: (message: M) => string) {
    this.#groupOf = groupOf;
  }

  add(messages: readonly M[]): void {
    for (const message of messages) {
      const group = this.#groupOf(message);
      const entries = this.#waiting.get(group) ?? [];
      entries.push({ group, message, position: this.#received++ });
      this.#waiting.set(group, entries);
      this.#size++;
    }
  }

  /** Returns at most `limit` messages. Each is in progress until `end` is called for it. */
  take(limit: number): M[] {
    const batch: M[] = [];
    while (batch.length < limit && this.#size > 0) batch.push(this.#next());
    return batch;
  }

  end(messages: readonly M[]): void {
    for (const group of messages.map(this.#groupOf)) {
      const remaining = (this.#inProgress.get(group) ?? 0) - 1;
      if (remaining > 0) this.#inProgress.set(group, remaining);
      else this.#inProgress.delete(group);
    }
  }

  #next(): M {
    const [first] = [...this.#waiting.values()]
      .map(([head]) => head)
      .filter((head) => head !== undefined)
      .toSorted((a, b) => this.#busy(a) - this.#busy(b) || a.position - b.position);
    if (!first) throw new Error('No message waits');
    const entries = this.#waiting.get(first.group) ?? [];
    entries.shift();
    if (entries.length === 0) this.#waiting.delete(first.group);
    this.#inProgress.set(first.group, this.#busy(first) + 1);
    this.#size--;
    return first.message;
  }

  #busy({ group }: BacklogEntry<M>): number {
    return this.#inProgress.get(group) ?? 0;
  }
}
