import { LIMITS, SALE, type Rate, type Step } from './inputs.ts';

const SECOND_MS = 1000;
/** A longer wait means that the resource has run out. */
const SHORT_MS = 1000;

/** Usage of a resource. */
interface Strain {
  name: string;
  limit: number;
  raisedBy: string;
  /** Maximum demand in one second, or maximum number of concurrent and waiting runs. Can exceed the limit. */
  peak: number;
  longestWaitMs: number;
  /** Time from the first sale until the first wait of more than a second; undefined if no sale waits so long. */
  shortAtMs: number | undefined;
}

abstract class Resource {
  longestWaitMs = 0;
  shortAtMs: number | undefined;

  protected recordWait(nowMs: number, waitMs: number): void {
    this.longestWaitMs = Math.max(this.longestWaitMs, waitMs);
    if (waitMs > SHORT_MS) this.shortAtMs ??= nowMs;
  }
}

/** A token bucket, first come, first served. */
class TokenBucket extends Resource {
  readonly #rate: Rate;
  readonly #requested = new Map<number, number>();
  /** Time at which all reserved units are available. */
  #freeAtMs: number;

  constructor(rate: Rate) {
    super();
    this.#rate = rate;
    this.#freeAtMs = -(rate.burst / rate.perSecond) * SECOND_MS;
  }

  /** Time at which units requested now are available, after all units that were requested before. */
  take(nowMs: number, units: number, sinceMs = nowMs): number {
    const second = Math.floor(sinceMs / SECOND_MS);
    this.#requested.set(second, (this.#requested.get(second) ?? 0) + units);
    const { perSecond, burst } = this.#rate;
    const savedMs = (burst / perSecond) * SECOND_MS;
    this.#freeAtMs = Math.max(this.#freeAtMs, nowMs - savedMs) + (units / perSecond) * SECOND_MS;
    this.recordWait(sinceMs, this.#freeAtMs - sinceMs);
    return Math.max(nowMs, this.#freeAtMs);
  }

  strain(): Strain {
    const { name, perSecond: limit, raisedBy } = this.#rate;
    const peak = Math.max(0, ...this.#requested.values());
    return { name, limit, raisedBy, peak, longestWaitMs: this.longestWaitMs, shortAtMs: this.shortAtMs };
  }
}

/** Serves N concurrent requests; further requests wait in a queue. */
class Places extends Resource {
  #used = 0;
  #peak = 0;
  readonly #line: { sinceMs: number; begin: (nowMs: number) => void }[] = [];
  #first = 0;

  enter(nowMs: number, begin: (nowMs: number) => void): void {
    this.#peak = Math.max(this.#peak, this.#used + 1 + this.#line.length - this.#first);
    if (this.#used >= LIMITS.concurrency.size) {
      this.#line.push({ sinceMs: nowMs, begin });
      return;
    }
    this.#used++;
    begin(nowMs);
  }

  leave(nowMs: number): void {
    const next = this.#line[this.#first];
    if (!next) {
      this.#used--;
      return;
    }
    this.#first++;
    this.recordWait(nowMs, nowMs - next.sinceMs);
    next.begin(nowMs);
  }

  strain(): Strain {
    const { name, size: limit, raisedBy } = LIMITS.concurrency;
    return { name, limit, raisedBy, peak: this.#peak, longestWaitMs: this.longestWaitMs, shortAtMs: this.shortAtMs };
  }
}

/**
 * A fair queue before a service with a rate: waiting messages of the company that was served least are served first.
 */
class FairTokenBucket {
  readonly #meted: TokenBucket;
  readonly #agenda: Agenda;
  readonly #lines = new Map<string, { units: number; sinceMs: number; begin: EventAction }[]>();
  readonly #served = new Map<string, number>();
  #isServing = false;

  constructor(rate: Rate, agenda: Agenda) {
    this.#meted = new TokenBucket(rate);
    this.#agenda = agenda;
  }

  enter(nowMs: number, company: string, units: number, begin: EventAction): void {
    const line = this.#lines.get(company) ?? [];
    line.push({ units, sinceMs: nowMs, begin });
    this.#lines.set(company, line);
    // A returning company gets no credit for the time in which it sent nothing.
    if (line.length === 1) this.#served.set(company, Math.max(this.#served.get(company) ?? 0, this.#least()));
    if (!this.#isServing) this.#serve(nowMs);
  }

  strain(): Strain {
    return this.#meted.strain();
  }

  #least(): number {
    const waiting = [...this.#lines].filter(([, line]) => line.length > 0);
    return Math.min(...waiting.map(([company]) => this.#served.get(company) ?? 0));
  }

  #serve(nowMs: number): void {
    const waiting = [...this.#lines].filter(([, line]) => line.length > 0).map(([company]) => company);
    const [company] = waiting.toSorted((a, b) => (this.#served.get(a) ?? 0) - (this.#served.get(b) ?? 0));
    const next = company === undefined ? undefined : this.#lines.get(company)?.shift();
    this.#isServing = next !== undefined;
    if (company === undefined || !next) return;
    this.#served.set(company, (this.#served.get(company) ?? 0) + next.units);
    this.#agenda.add(this.#meted.take(nowMs, next.units, next.sinceMs), (atMs) => {
      next.begin(atMs);
      this.#serve(atMs);
    });
  }
}

type EventAction = (nowMs: number) => void;

/** The agenda, earliest first: a binary heap. */
class Agenda {
  readonly #heap: { atMs: number; run: EventAction }[] = [];

  add(atMs: number, run: EventAction): void {
    const heap = this.#heap;
    heap.push({ atMs, run });
    for (let at = heap.length - 1; at > 0;) {
      const parent = (at - 1) >> 1;
      if (this.#at(parent) <= this.#at(at)) return;
      this.#swap(at, parent);
      at = parent;
    }
  }

  next(): { atMs: number; run: EventAction } | undefined {
    const heap = this.#heap;
    const [first] = heap;
    const last = heap.pop();
    if (!first || !last || heap.length === 0) return first;
    heap[0] = last;
    for (let at = 0; ;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      const least = this.#at(right) < this.#at(left) ? right : left;
      if (this.#at(at) <= this.#at(least)) return first;
      this.#swap(at, least);
      at = least;
    }
  }

  #at(index: number): number {
    return this.#heap[index]?.atMs ?? Infinity;
  }

  #swap(one: number, other: number): void {
    const heap = this.#heap;
    [heap[one], heap[other]] = [heap[other] as never, heap[one] as never];
  }
}

interface PlannedLoad {
  sales: number;
  /** Time until the last step of the last sale has ended. */
  overAtMs: number;
  /** Sorted by the time of the first shortage, then by utilization. */
  strains: Strain[];
  /**
   * The longest time from the first request of a sale to the end of its last task, for the busy company and for the
   * other one.
   */
  longestSaleMs: { busy: number; other: number };
}

interface Sale {
  company: 'busy' | 'other';
  beganAtMs: number;
}

/**
 * Sends sales of one company evenly through every step, and those of a second company concurrently, and records waits.
 * Only the busy company's lists are measured, because each company has its own.
 */
export const planBurst = (salesPerSecond: number, burstSeconds: number, othersPerSecond = 0): PlannedLoad => {
  const agenda = new Agenda();
  const places = new Places();
  const meted = (rate: Rate): TokenBucket => new TokenBucket(rate);
  const [stage, gateway, write, read] = [LIMITS.stage, LIMITS.gateway, LIMITS.write, LIMITS.read].map(meted) as [
    TokenBucket,
    TokenBucket,
    TokenBucket,
    TokenBucket,
  ];
  const mail = new FairTokenBucket(LIMITS.mail, agenda);
  const lists = new Map<string, TokenBucket>(LIMITS.lists.map((rate) => [rate.name, meted(rate)]));
  const longestSaleMs = { busy: 0, other: 0 };
  let overAtMs = 0;

  const run = (step: Step, nowMs: number, sale: Sale): void => {
    const listsOf = sale.company === 'busy' ? Object.entries(step.lists ?? {}) : [];
    const readyMs = Math.max(
      write.take(nowMs, step.writeUnits),
      read.take(nowMs, step.readUnits),
      ...listsOf.map(([name, units]) => lists.get(name)?.take(nowMs, units) ?? nowMs),
    );
    // Throttled calls to the table and to the email service are retried later, without holding a function.
    agenda.add(nowMs + step.ms, (atMs) => places.leave(atMs));
    agenda.add(readyMs + step.ms, (atMs) => {
      overAtMs = Math.max(overAtMs, atMs);
      longestSaleMs[sale.company] = Math.max(longestSaleMs[sale.company], atMs - sale.beganAtMs);
      for (const next of step.next ?? []) begin(next, atMs, sale);
    });
  };
  const begin = (step: Step, nowMs: number, sale: Sale): void => {
    const enter: EventAction = (startMs) => places.enter(startMs, (placedMs) => run(step, placedMs, sale));
    agenda.add(nowMs + step.afterMs, (atMs) => {
      if (step.mails !== undefined) mail.enter(atMs, sale.company, step.mails, enter);
      else agenda.add(step.isRequest ? Math.max(stage.take(atMs, 1), gateway.take(atMs, 1)) : atMs, enter);
    });
  };

  // Sales are generated one by one, so that the agenda contains only sales in progress.
  const arrive = (company: Sale['company'], perSecond: number, sale = 0): void => {
    if (sale >= Math.round(perSecond * burstSeconds)) return;
    agenda.add((sale / perSecond) * SECOND_MS, (atMs) => {
      begin(SALE, atMs, { company, beganAtMs: atMs });
      arrive(company, perSecond, sale + 1);
    });
  };
  arrive('busy', salesPerSecond);
  arrive('other', othersPerSecond);
  for (let next = agenda.next(); next; next = agenda.next()) next.run(next.atMs);
  const strains = [stage, gateway, places, write, read, mail, ...lists.values()].map((each) => each.strain());
  const sales = Math.round(salesPerSecond * burstSeconds) + Math.round(othersPerSecond * burstSeconds);
  return { sales, overAtMs, strains: strains.toSorted(byUrgency), longestSaleMs };
};

const byUrgency = (a: Strain, b: Strain): number =>
  (a.shortAtMs ?? Infinity) - (b.shortAtMs ?? Infinity) || b.peak / b.limit - a.peak / a.limit || 0;
