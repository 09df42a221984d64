import recorded from './examples.json' with { type: 'json' };

/** What a request and its answer look like. */
export interface Example {
  /** Of the answer. */
  status: number;
  request?: unknown;
  response?: unknown;
}

/** Examples by route, recorded from a run of the service (test/support/record-examples.ts). Tests hold them against their shapes. */
export const EXAMPLES: Readonly<Record<string, Example>> = recorded;
