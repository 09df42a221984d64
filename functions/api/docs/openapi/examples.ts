import events from '../../webhooks/events/example-events.json' with { type: 'json' };
import recorded from './examples.json' with { type: 'json' };
import more from './examples-more.json' with { type: 'json' };

/** An example of a request and its response. */
interface Example {
  status: number;
  request?: unknown;
  response?: unknown;
}

/**
 * Examples by route, recorded from a run of the service (test/support/record-examples.ts). Tests validate them with the
 * schemas.
 */
export const EXAMPLES: Readonly<Record<string, Example>> = { ...recorded, ...more };

/** A delivered event of each type, from the same runs. */
export const EVENT_EXAMPLES: Readonly<Record<string, unknown>> = events;
