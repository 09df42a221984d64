import { join } from 'node:path';
import { Tags, type App } from 'aws-cdk-lib';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import type { CodeOf } from '../constructs/function.ts';
import { ApiStack } from './api.ts';
import { DataStack } from './data.ts';
import { ObservabilityStack } from './observability.ts';
import { routeGroups, RoutesStack } from './routes.ts';
import { SERVICE, settingsOf } from './settings.ts';
import { StageStack } from './stage.ts';
import { WorkersStack } from './workers.ts';

const builtCode: CodeOf = ({ name }) => lambda.Code.fromAsset(join('dist', name));

/**
 * All stacks of one environment. State comes first and depends on nothing; alarms come last. With `groups`, only these
 * groups of routes are created, for tests of parts that do not differ between groups.
 */
export const createService = (app: App, codeOf: CodeOf = builtCode, groups?: readonly string[]) => {
  const settings = settingsOf(app.node);
  const nameOf = (part: string): string => `${settings.prefix}-${part}`;
  const data = new DataStack(app, nameOf('data'), settings);
  const apiStack = new ApiStack(app, nameOf('api'), settings);
  const { api, surfaces, baseUrl, viaDistribution } = apiStack;
  const resources = { settings, data, baseUrl, viaDistribution, codeOf };
  const groupTargets = [...routeGroups(settings.environment)].filter(([group]) => groups?.includes(group) ?? true);
  const routes = groupTargets.map(
    ([group, targets]) =>
      new RoutesStack(app, nameOf(`routes-${group}`), { ...resources, group, api, surfaces, targets }),
  );
  const stage = new StageStack(app, nameOf('stage'), { settings, api: apiStack, routes });
  const workers = new WorkersStack(app, nameOf('workers'), resources);
  const observability = new ObservabilityStack(app, nameOf('observability'), {
    settings,
    data,
    apis: apiStack.all,
    routes,
    workers,
  });
  // Most stacks refer to others by name, so the order is explicit.
  for (const stack of [...routes, workers]) for (const before of [data, apiStack]) stack.addStackDependency(before);
  for (const before of [stage, workers]) observability.addStackDependency(before);
  Tags.of(app).add('service', SERVICE);
  Tags.of(app).add('environment', settings.environment);
  return { settings, data, api, routes, workers, observability };
};
