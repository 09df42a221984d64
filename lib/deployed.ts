import {
  allFunctions,
  isolated,
  queues,
  routes,
  schedules,
  streams,
  type FunctionDefinition,
  type QueueDefinition,
  type ScheduleDefinition,
  type StreamDefinition,
} from './definition.ts';

/** What an environment consists of. */
export interface Deployed {
  routes: typeof routes;
  queues: readonly QueueDefinition[];
  schedules: readonly ScheduleDefinition[];
  streams: readonly StreamDefinition[];
  isolated: readonly FunctionDefinition[];
  /** All of them, one entry for each name. */
  functions: readonly FunctionDefinition[];
}

/** Rows that nobody writes where there is no test gateway. */
const ROWS_OF_TEST_GATEWAY = new Set(['gateway-session']);

const withoutQueues = (definition: FunctionDefinition, absent: ReadonlySet<string>): FunctionDefinition => ({
  ...definition,
  uses: definition.uses.filter((binding) => !absent.has(binding)),
});

/** Everything but the test gateway: its routes, its queue with the consumer, and what others are given for it. */
const withoutTestGateway = (): Deployed => {
  const staying = queues.filter((queue) => !queue.testGateway);
  const absent = new Set(queues.filter((queue) => queue.testGateway).map(({ name }) => `queue:${name}`));
  const gone = new Set([
    ...routes.filter((route) => route.testGateway).map(({ name }) => name),
    ...queues.filter((queue) => queue.testGateway).map(({ consumer }) => consumer.name),
  ]);
  return {
    routes: routes.filter((route) => !route.testGateway),
    queues: staying,
    schedules,
    streams: streams.map((stream) => ({
      ...stream,
      consumer: withoutQueues(stream.consumer, absent),
      rowTypes: stream.rowTypes.filter((type) => !ROWS_OF_TEST_GATEWAY.has(type)),
    })),
    isolated,
    functions: allFunctions()
      .filter(({ name }) => !gone.has(name))
      .map((definition) => withoutQueues(definition, absent)),
  };
};

/**
 * What is deployed to an environment. Production takes live payments only, so nothing of the built-in test gateway is
 * there; one machine runs everything, whatever rules it goes by.
 */
export const deployedTo = (environment: string): Deployed =>
  environment === 'production'
    ? withoutTestGateway()
    : { routes, queues, schedules, streams, isolated, functions: allFunctions() };
