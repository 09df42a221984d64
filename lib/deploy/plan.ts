import { parseArgs } from 'node:util';
import { App } from 'aws-cdk-lib';
import { ENVIRONMENTS, SETTING_NAMES, settingsOf } from '../stacks/settings.ts';
import { settingsFault } from './settings-fault.ts';

export const DEPLOY_USAGE = `Usage: npm run deploy -- --env ${ENVIRONMENTS.join('|')} [-c name=value]... [--first] [--yes]`;

/**
 * Stacks that change side by side where requests shift gradually: all that have routes, so that they shift at the same time,
 * and an alarm that goes off meanwhile takes all of them back.
 */
export const DEPLOYED_AT_ONCE = 30;
/** Everywhere else: what a stack makes is hundreds of calls, of which API Gateway and CloudWatch Logs take few a second. */
const MADE_AT_ONCE = 2;

/** What a deployment runs, each as the arguments of `cdk`. */
export interface DeployPlan {
  environment: string;
  /** Shows what would change, and changes nothing. */
  diff: readonly string[];
  deploy: readonly string[];
  /** File that holds, after it, what the stacks put out. */
  outputsFile: string;
  /** Whether somebody is asked between the two. */
  asks: boolean;
}

/**
 * The plan of a command line, on top of the context that stands in `cdk.json`. Throws an error with one sentence for whoever
 * typed it.
 */
export const deployPlan = (args: readonly string[], standing: Readonly<Record<string, unknown>> = {}): DeployPlan => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      env: { type: 'string' },
      context: { type: 'string', short: 'c', multiple: true, default: [] },
      first: { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
    },
  });
  const { env, context, first, yes } = values;
  if (env === undefined || !ENVIRONMENTS.some((name) => name === env)) throw new Error(DEPLOY_USAGE);
  if (context.some((each) => each.startsWith('env='))) throw new Error('The environment is named by --env alone.');
  const given = Object.fromEntries(context.map(settingOf));
  const { node } = new App({ context: { ...standing, ...given, env } });
  const fault = settingsFault(node);
  if (fault !== undefined) throw new Error(fault);
  // In a first deployment there is nothing that requests could shift from, or go back to.
  const shifts = !first && settingsOf(node).shift !== 'at-once';
  const outputsFile = `cdk.out/outputs-${env}.json`;
  const settings = [`env=${env}`, ...context].flatMap((each) => ['-c', each]);
  return {
    environment: env,
    // It is of all stacks unless some are named.
    diff: ['diff', ...settings],
    // What changes was shown and agreed to by then.
    deploy: [
      'deploy',
      '--all',
      '--require-approval',
      'never',
      '--concurrency',
      String(shifts ? DEPLOYED_AT_ONCE : MADE_AT_ONCE),
      '--outputs-file',
      outputsFile,
      ...settings,
    ],
    outputsFile,
    asks: !yes,
  };
};

/** Name and value of what follows `-c`. */
const settingOf = (text: string): [string, string] => {
  const [name = ''] = text.split('=');
  // Left out is taken away: a name that is misspelt would take the setting from an environment that has it.
  if (!SETTING_NAMES.some((known) => known === name)) {
    throw new Error(`There is no setting ${name}; there are ${SETTING_NAMES.join(', ')}.`);
  }
  if (!text.includes('=')) throw new Error(`Give ${name} a value: -c ${name}=VALUE. Left out, it is taken away.`);
  return [name, text.slice(name.length + 1)];
};

/** What stacks put out, by stack and name, as `cdk deploy --outputs-file` writes it. */
export type Outputs = Readonly<Record<string, Readonly<Record<string, string>>>>;

const SERVICE = 'gift-commerce';

/** What is left to do by hand once an environment stands, with what its stacks put out. */
export const nextSteps = (env: string, outputs: Outputs): string[] => {
  const { BaseUrl: baseUrl = 'BASE_URL', DomainTarget: domainTarget } = outputs[`${SERVICE}-${env}-api`] ?? {};
  const mailRecords = Object.entries(outputs[`${SERVICE}-${env}-workers`] ?? {})
    .filter(([name]) => name.startsWith('Mail'))
    .map(([, record]) => `  ${record}`);
  return [
    ...(domainTarget ? [`Point the domain of ${baseUrl} to ${domainTarget}, by a CNAME or an alias record.`] : []),
    mailRecords.length > 0
      ? ['Set the records of the mail domain; until they stand, no mail goes out:', ...mailRecords].join('\n')
      : 'No mail goes out: SES sends from a domain of yours alone. Deploy again with one: -c mailDomain=mail.example.com',
    `See which secrets are empty, and fill in what others issue (README, Deploy): npm run ops -- secrets list --env ${env}`,
    ...(env === 'production'
      ? [`Have Stripe tell of payments: npm run ops -- stripe setup --key-from-stdin --env ${env} < FILE`]
      : []),
    "Confirm the subscription of the alarms' address (-c alarmEmail=) in the mail that SNS sent.",
    `Bring in data: npm run ops -- import my-data.json --env ${env}`,
    `Make a key: npm run ops -- keys create --company SLUG --label LABEL --scopes all --env ${env}`,
    `Look whether it serves: curl ${baseUrl}/v2/health -H "Authorization: Bearer $KEY"`,
  ];
};
