import { argumentsOf } from '../command-arguments.ts';
import { isSettingName, SETTING_NAMES } from '../stacks/setting-values.ts';
import { ENVIRONMENTS, settingsFrom, type Environment } from '../stacks/settings.ts';
import { environmentFile, misplacedSetting, readEnvironmentFile } from './environment-file.ts';
import { settingTexts, type SettingTexts } from './settings-record.ts';

const DEPLOY_USAGE = `npm run deploy -- --env ${ENVIRONMENTS.join('|')} [--remove SETTING]... [--first] [--yes], or check --env ENV`;

/**
 * Maximum number of stacks deployed at the same time if requests shift gradually. All stacks with routes fit in it, so
 * that they shift at the same time, and an alarm during the shift rolls all of them back.
 */
export const SHIFTING_STACKS_MAX = 30;
/**
 * The maximum otherwise, because each stack makes hundreds of calls, and API Gateway and CloudWatch Logs accept few per
 * second.
 */
const OTHER_STACKS_MAX = 2;

/** Commands of a deployment, each as the arguments of `cdk`. */
export interface DeployPlan {
  environment: Environment;
  /** Prefix of physical names, and name of the table. */
  prefix: string;
  /** Settings of the file, by name. */
  settings: SettingTexts;
  /** Deployed settings that the file may omit, which removes them. */
  removed: readonly string[];
  /** Shows the changes without deploying them. */
  diff: readonly string[];
  deploy: readonly string[];
  /** File for the outputs of the stacks. */
  outputsFile: string;
  /** Whether to ask for confirmation between `diff` and `deploy`. */
  isInteractive: boolean;
}

/**
 * The plan of a command line, with the settings of the environment's file. Throws an error with one sentence for the
 * operator.
 */
export const deployPlan = (args: readonly string[], read = readEnvironmentFile): DeployPlan => {
  const { values } = argumentsOf(DEPLOY_USAGE, {
    args: [...args],
    options: {
      env: { type: 'string' },
      context: { type: 'string', short: 'c', multiple: true, default: [] },
      remove: { type: 'string', multiple: true, default: [] },
      first: { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
    },
  });
  const { env, context, first, yes, remove } = values;
  const environment = ENVIRONMENTS.find((name) => name === env);
  if (environment === undefined) throw new Error(`Usage: ${DEPLOY_USAGE}`);
  rejectContext(context, environment);
  const unknown = remove.find((name) => !isSettingName(name));
  if (unknown !== undefined) throw new Error(unknownSettingText(unknown));
  const file = read(environment);
  const { prefix, shift } = settingsFrom(environment, file);
  // A first deployment has nothing to shift from or roll back to.
  const isGradual = !first && shift !== 'at-once';
  const outputsFile = `cdk.out/outputs-${environment}.json`;
  const contextArguments = ['-c', `env=${environment}`];
  return {
    environment,
    prefix,
    settings: settingTexts(file),
    removed: remove,
    // `cdk diff` shows all stacks by default.
    diff: ['diff', ...contextArguments],
    // The operator has confirmed the changes by then.
    deploy: [
      'deploy',
      '--all',
      '--require-approval',
      'never',
      '--concurrency',
      String(isGradual ? SHIFTING_STACKS_MAX : OTHER_STACKS_MAX),
      '--outputs-file',
      outputsFile,
      ...contextArguments,
    ],
    outputsFile,
    isInteractive: !yes,
  };
};

const unknownSettingText = (name: string): string =>
  `There is no setting ${name}. The settings are ${SETTING_NAMES.join(', ')}.`;

/** The next deployment would not have a setting from the command line, and would remove it. */
const rejectContext = (context: readonly string[], environment: Environment): void => {
  const [name] = (context[0] ?? '').split('=');
  if (!name) return;
  if (name === 'env') throw new Error('Set the environment with --env only.');
  throw new Error(isSettingName(name) ? misplacedSetting(name, environment) : unknownSettingText(name));
};

/** Reserved example domains: placeholders in the files until the operator replaces them. */
const EXAMPLE = /(?:^|[.@])example\.(?:com|org|net)$/;

/** Why these settings cannot be deployed; undefined when none is a placeholder. */
export const exampleFault = ({ environment, settings }: DeployPlan): string | undefined => {
  const placeholder = Object.entries(settings).find(([, text]) => EXAMPLE.test(text));
  if (!placeholder) return undefined;
  const [name, text] = placeholder;
  return `${environmentFile(environment)}: ${name} is ${text}, an example. Replace it with your own.`;
};

/** Outputs of stacks, by stack and name, as `cdk deploy --outputs-file` writes them. */
export type Outputs = Readonly<Record<string, Readonly<Record<string, string>>>>;

const SERVICE = 'gift-commerce';

/** Remaining manual steps for a new environment, with the outputs of its stacks. */
export const nextSteps = (env: string, outputs: Outputs): string[] => {
  const { BaseUrl: baseUrl = 'BASE_URL', DomainTarget: domainTarget } = outputs[`${SERVICE}-${env}-api`] ?? {};
  const mailRecords = Object.entries(outputs[`${SERVICE}-${env}-workers`] ?? {})
    .filter(([name]) => name.startsWith('Mail'))
    .map(([, record]) => `  ${record}`);
  return [
    ...(domainTarget ? [`Point the domain of ${baseUrl} to ${domainTarget}, with a CNAME or an alias record.`] : []),
    mailRecords.length > 0
      ? ['Create the DNS records of the mail domain. No email is sent until they exist:', ...mailRecords].join('\n')
      : `No email is sent: SES sends only from your own domain. Set mailDomain in lib/environments/${env}.json, then deploy again.`,
    `List the secrets, and set the empty ones that other services issue (lib/reference/settings.md): npm run ops -- secrets list --env ${env}`,
    ...(env === 'production'
      ? [
          `Set up the gateway that accepts payments: npm run ops -- stripe setup --key-from-stdin --env ${env} < FILE, or mollie setup in the same way.`,
        ]
      : []),
    'Confirm the subscription to alarms in the email that SNS sent to the address in alarmEmail.',
    `Import data: npm run ops -- import my-data.json --env ${env}`,
    `Create a key: npm run ops -- keys create --company SLUG --label LABEL --scopes all --env ${env}`,
    `Check that the API responds: curl ${baseUrl}/v2/health -H "Authorization: Bearer $KEY"`,
  ];
};
