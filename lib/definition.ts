import { WATCHER } from '../functions/domain/reporting/status/schedules.ts';
import { routes, type RouteName } from '../functions/routes.ts';
import { pathsOf, type Binding, type Route } from '../functions/pipeline/route.ts';
import { ALARM_AREAS } from '../functions/platform/alarm-name.ts';
import { DISTRIBUTION_HEADER } from '../functions/platform/distribution-header.ts';
import { MEASURES, type Measure } from '../functions/platform/measure-names.ts';
import { resourceVariable, TABLE_INDEXES, type QueueName } from '../functions/platform/resource-names.ts';
import { SECRETS } from '../functions/platform/secret-names.ts';
import { SYNTHETIC_AGENT, SYNTHETIC_COMPANY } from '../functions/platform/synthetic.ts';
import { WALLETS } from '../functions/platform/wallets.ts';
import { areaName, areasOf, apiFunctionOf, type AreaDefinition, type FunctionDefinition } from './areas.ts';
import type { BucketDefinition, QueueDefinition, ScheduleDefinition, StreamDefinition } from './definition-shapes.ts';
import { isolatedFunctions } from './isolated.ts';
import { queues, schedules, streams, type WorkerName } from './workers.ts';

// The only list of everything that runs. The CDK stacks and the local stack are both built from it, so that neither has
// a route, consumer or schedule that the other lacks.

/** The function that serves a route: its own function, or the function of its area. */
export const routeFunction = (route: Route): FunctionDefinition => {
  const area = areaName(route);
  return areas.find(({ name }) => name === area) ?? apiFunctionOf(route);
};

/** The functions of areas (lib/areas.ts). */
export const areas: readonly AreaDefinition[] = areasOf(routes);

export {
  ALARM_AREAS,
  DISTRIBUTION_HEADER,
  isolatedFunctions,
  MEASURES,
  pathsOf,
  queues,
  resourceVariable,
  routes,
  schedules,
  SECRETS,
  streams,
  SYNTHETIC_AGENT,
  TABLE_INDEXES,
  WALLETS,
  WATCHER,
};
export type {
  AreaDefinition,
  Binding,
  BucketDefinition,
  FunctionDefinition,
  Measure,
  QueueDefinition,
  QueueName,
  ScheduleDefinition,
  StreamDefinition,
};

/** Name of a function: of a worker, of the only route that it serves, or of its area (lib/areas.ts). */
export type FunctionName = WorkerName | RouteName | `area-${string}`;

export const buckets: readonly BucketDefinition[] = [
  {
    name: 'documents',
    expiry: [
      { prefix: 'passing/', days: 1 },
      { prefix: `orders/${SYNTHETIC_COMPANY}/`, days: 1 },
    ],
  },
  { name: 'pictures', uploads: true, expiry: [{ prefix: 'uploads/', days: 1 }] },
];

/**
 * Every function, one for each name: of routes and areas, consumers of queues and streams, schedules, and isolated
 * functions.
 */
export const allFunctions = (): FunctionDefinition[] => {
  const all = [
    ...routes.map(routeFunction),
    ...queues.map((queue) => queue.consumer),
    ...schedules.map((schedule) => schedule.target),
    ...streams.map((stream) => stream.consumer),
    ...isolatedFunctions,
  ];
  return [...new Map(all.map((definition) => [definition.name, definition])).values()];
};

/** A function by its own name or by the name of a route that it serves. */
export const functionNamed = (name: string): FunctionDefinition | undefined => {
  const route = routes.find((each) => each.name === name);
  return route ? routeFunction(route) : allFunctions().find((each) => each.name === name);
};
