/** One step of a sale: a run of a function, and its follow-up. */
export interface Step {
  name: string;
  /**
   * Whether a caller waits for the step, which then runs behind API Gateway. Queues and streams invoke the other steps.
   */
  isRequest?: boolean;
  /** Duration of one run, including table calls. */
  ms: number;
  writeUnits: number;
  readUnits: number;
  gbSeconds: number;
  mails?: number;
  /** Write units of lists that all sales of a company share, by the name of the list in `LIMITS`. */
  lists?: Readonly<Record<string, number>>;
  /** Delay after the previous step: time that people need to read and type, and streams and queues to batch. */
  afterMs: number;
  next?: readonly Step[];
}

/**
 * Date on which the figures below were measured, by `npm run bench -- sale`, `-- cost` and `-- flash`. Table calls
 * count as 4 ms, others as 20 ms. Update the date with the figures.
 */
export const MEASURED_ON = '2026-11-22';

const WORKER_MS = 300;
const READING_MS = 20_000;

const event: Step = {
  name: 'event',
  ms: 15,
  writeUnits: 3,
  readUnits: 0.7,
  gbSeconds: 0.004,
  lists: { 'webhook events of a company': 1 },
  afterMs: WORKER_MS,
};
const mail: Step = {
  name: 'mail',
  ms: 150,
  writeUnits: 4,
  readUnits: 4,
  gbSeconds: 0.261,
  mails: 2,
  afterMs: WORKER_MS,
};
const search: Step = { name: 'search', ms: 14, writeUnits: 8, readUnits: 0, gbSeconds: 0.014, afterMs: WORKER_MS };
/** A batch of the stream writes the sums of a company once, and one mark per sale. */
const counts: Step = { name: 'counts', ms: 2, writeUnits: 2.2, readUnits: 0, gbSeconds: 0.001, afterMs: WORKER_MS };
const fulfillment: Step = {
  name: 'fulfillment',
  ms: 80,
  writeUnits: 18,
  readUnits: 2.5,
  gbSeconds: 0.125,
  lists: { 'paid orders of a company': 1, 'items of a company': 1 },
  afterMs: WORKER_MS,
  next: [mail, search, counts, event],
};
const notices: Step = {
  name: 'notices of the gateway',
  isRequest: true,
  ms: 40,
  writeUnits: 14,
  readUnits: 2,
  gbSeconds: 0.021,
  lists: { 'unpaid orders of a company': 1, 'paid orders of a company': 2 },
  afterMs: READING_MS,
  next: [fulfillment, event],
};
const session: Step = {
  name: 'session',
  isRequest: true,
  ms: 45,
  writeUnits: 18,
  readUnits: 3,
  gbSeconds: 0.021,
  afterMs: 0,
  next: [notices],
};
const order: Step = {
  name: 'order',
  isRequest: true,
  ms: 20,
  writeUnits: 8,
  readUnits: 1.5,
  gbSeconds: 0.014,
  lists: { 'unpaid orders of a company': 1, 'orders of a company': 1 },
  afterMs: READING_MS,
  next: [session, event],
};

/** The first step of each sale. */
export const SALE: Step = {
  name: 'quote',
  isRequest: true,
  ms: 11,
  writeUnits: 1,
  readUnits: 0.5,
  gbSeconds: 0.009,
  afterMs: 0,
  next: [order],
};

/** A rate limit with a burst. */
export interface Rate {
  name: string;
  perSecond: number;
  burst: number;
  /** How to request an increase. */
  raisedBy: string;
}

const list = (name: string): Rate => ({
  name,
  perSecond: 1000,
  burst: 1000,
  raisedBy: 'the limit of a partition key of an index; stock in shares (ops: stock spread) spreads lists over 16 keys',
});

/** Limits of a new account and of this deployment. The limits of lists apply per company. */
export const LIMITS = {
  stage: { name: 'requests of the stage', perSecond: 5000, burst: 5000, raisedBy: 'lib/throttles.ts' },
  gateway: {
    name: 'requests of the gateway',
    perSecond: 10_000,
    burst: 5000,
    raisedBy: 'a quota: API Gateway throttle',
  },
  write: {
    name: 'write units of the table',
    perSecond: 4000,
    burst: 4000,
    raisedBy: 'warm throughput of the table',
  },
  read: {
    name: 'read units of the table',
    perSecond: 12_000,
    burst: 12_000,
    raisedBy: 'warm throughput of the table',
  },
  mail: { name: 'mails', perSecond: 14, burst: 14, raisedBy: 'a quota: SES maximum send rate' },
  lists: [
    list('orders of a company'),
    list('unpaid orders of a company'),
    list('paid orders of a company'),
    list('items of a company'),
    list('webhook events of a company'),
  ],
  /** Concurrent executions. */
  concurrency: { name: 'functions at once', size: 1000, raisedBy: 'a quota: Lambda concurrent executions' },
} as const satisfies Record<string, Rate | readonly Rate[] | { name: string; size: number; raisedBy: string }>;
