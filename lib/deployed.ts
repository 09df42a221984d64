import { areasOf } from './areas.ts';
import {
  allFunctions,
  areas,
  isolatedFunctions,
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

interface DeployedParts {
  routes: typeof routes;
  areas: readonly AreaDefinition[];
  queues: readonly QueueDefinition[];
  schedules: readonly ScheduleDefinition[];
  streams: readonly StreamDefinition[];
  isolated: readonly FunctionDefinition[];
  /** All functions, one entry for each name. */
  functions: readonly FunctionDefinition[];
}

/** Rows that only the test gateway writes. */
const ROWS_OF_TEST_GATEWAY = new Set(['gateway-session']);

const withoutQueues = (definition: FunctionDefinition, excludedBindings: ReadonlySet<string>): FunctionDefinition => ({
  ...definition,
  uses: definition.uses.filter((binding) => !excludedBindings.has(binding)),
});

/**
 * Everything except the test gateway: its routes, its queue with the consumer, the bindings of other functions to it,
 * and the rows that only it writes.
 */
const withoutTestGateway = (): DeployedParts => {
  const remainingQueues = queues.filter((queue) => !queue.testGateway);
  const excludedBindings = new Set(queues.filter((queue) => queue.testGateway).map(({ name }) => `queue:${name}`));
  const excludedFunctions = new Set([
    ...routes.filter((route) => route.testGateway).map(({ name }) => name),
    ...queues.filter((queue) => queue.testGateway).map(({ consumer }) => consumer.name),
  ]);
  const remainingRoutes = routes.filter((route) => !route.testGateway);
  const remainingAreas = new Map(areasOf(remainingRoutes).map((area) => [area.name, area]));
  for (const { name } of areas) if (!remainingAreas.has(name)) excludedFunctions.add(name);
  return {
    routes: remainingRoutes,
    areas: [...remainingAreas.values()],
    queues: remainingQueues,
    schedules,
    streams: streams.map((stream) => ({
      ...stream,
      consumer: withoutQueues(stream.consumer, excludedBindings),
      rowTypes: stream.rowTypes.filter((type) => !ROWS_OF_TEST_GATEWAY.has(type)),
    })),
    isolated: isolatedFunctions,
    functions: allFunctions()
      .filter(({ name }) => !excludedFunctions.has(name))
      .map((definition) => withoutQueues(remainingAreas.get(definition.name) ?? definition, excludedBindings)),
  };
};

/**
 * The parts deployed to an environment. Production accepts live payments only, so it excludes the built-in test
 * gateway; the local stack runs everything.
 */
export const deployedTo = (environment: string): DeployedParts =>
  environment === 'production'
    ? withoutTestGateway()
    : { routes, areas, queues, schedules, streams, isolated: isolatedFunctions, functions: allFunctions() };
