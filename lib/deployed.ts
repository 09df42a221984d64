import { areasOf } from './areas.ts';
import {
  allFunctions,
  areas,
  isolated,
  queues,
  routes,
  schedules,
  streams,
  type AreaDefinition,
  type FunctionDefinition,
  type QueueDefinition,
  type ScheduleDefinition,
  type StreamDefinition,
} from './definition.ts';

/** What an environment consists of. */
export interface Deployed {
  routes: typeof routes;
  areas: readonly AreaDefinition[];
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
  const stayingRoutes = routes.filter((route) => !route.testGateway);
  const stayingAreas = new Map(areasOf(stayingRoutes).map((area) => [area.name, area]));
  for (const { name } of areas) if (!stayingAreas.has(name)) gone.add(name);
  return {
    routes: stayingRoutes,
    areas: [...stayingAreas.values()],
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
      .map((definition) => withoutQueues(stayingAreas.get(definition.name) ?? definition, absent)),
  };
};

/**
 * What is deployed to an environment. Production takes live payments only, so nothing of the built-in test gateway is
 * there; one machine runs everything, whatever rules it goes by.
 */
export const deployedTo = (environment: string): Deployed =>
  environment === 'production'
    ? withoutTestGateway()
    : { routes, areas, queues, schedules, streams, isolated, functions: allFunctions() };
