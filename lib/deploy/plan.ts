import { parseArgs } from 'node:util';
import { ENVIRONMENTS } from '../stacks/settings.ts';

export const DEPLOY_USAGE = `Usage: npm run deploy -- --env ${ENVIRONMENTS.join('|')} [-c name=value]... [--yes]`;

/**
 * Stacks that change side by side: all that have routes, so that requests shift in all of them at the same time, and an alarm
 * that goes off meanwhile takes all of them back.
 */
export const DEPLOYED_AT_ONCE = 30;

/** What a deployment runs, each as the arguments of `cdk`. */
export interface DeployPlan {
  environment: string;
  /** Shows what would change, and changes nothing. */
  diff: readonly string[];
  deploy: readonly string[];
  /** Whether somebody is asked between the two. */
  asks: boolean;
}

/** The plan of a command line. Throws an error with one sentence for whoever typed it. */
export const deployPlan = (args: readonly string[]): DeployPlan => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      env: { type: 'string' },
      context: { type: 'string', short: 'c', multiple: true, default: [] },
      yes: { type: 'boolean', default: false },
    },
  });
  const { env, context, yes } = values;
  if (env === undefined || !ENVIRONMENTS.some((name) => name === env)) throw new Error(DEPLOY_USAGE);
  if (context.some((each) => each.startsWith('env='))) throw new Error('The environment is named by --env alone.');
  const settings = [`env=${env}`, ...context].flatMap((each) => ['-c', each]);
  return {
    environment: env,
    diff: ['diff', '--all', ...settings],
    // What changes was shown and agreed to by then.
    deploy: ['deploy', '--all', '--require-approval', 'never', '--concurrency', String(DEPLOYED_AT_ONCE), ...settings],
    asks: !yes,
  };
};

/** What is left to do by hand, once an environment stands. */
export const nextSteps = (env: string): string[] => [
  'Fill in the secrets that others issue, and set the records of the mail domain: README, Deploy.',
  "Confirm the subscription of the alarms' address in the mail that SNS sent.",
  `Bring in data: npm run ops -- import my-data.json --env ${env}`,
  `Make a key: npm run ops -- keys create --company SLUG --label LABEL --scopes all --env ${env}`,
  'Look whether it serves: GET /v2/health at the BaseUrl above.',
];
