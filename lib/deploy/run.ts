import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { runChecks } from './check/run.ts';
import { credentialsFault } from './credentials.ts';
import { environmentFile } from './environment-file.ts';
import { deployPlan, exampleFault, nextSteps, type DeployPlan, type Outputs } from './plan.ts';
import { removalFault, settingsDifference } from './settings-difference.ts';
import { SettingsRecord, type SettingTexts } from './settings-record.ts';
import { errorMessage } from '../error-message.ts';

const cdk = (args: readonly string[]): number =>
  spawnSync('npx', ['--no-install', 'cdk', ...args], { stdio: 'inherit' }).status ?? 1;

const hasAgreed = async (): Promise<boolean> => {
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(es)?$/i.test((await prompt.question('Deploy these changes? [y/N] ')).trim());
  } finally {
    prompt.close();
  }
};

const fail = (message: string): number => {
  process.stderr.write(`${message}\n`);
  return 1;
};

/** Shows changes to the settings since the latest deployment. Returns one sentence if they may not be deployed. */
const showSettings = async (plan: DeployPlan, record: SettingsRecord): Promise<string | undefined> => {
  const file = environmentFile(plan.environment);
  let deployed: SettingTexts;
  try {
    deployed = await record.read();
  } catch (error) {
    return `The settings of the latest deployment cannot be read from the tags of ${plan.prefix}: ${errorMessage(error)}`;
  }
  const lines = settingsDifference(deployed, plan.settings);
  const shown = lines.length > 0 ? lines.map((line) => `  ${line}\n`).join('') : '  no difference\n';
  process.stdout.write(`Settings of ${file} compared with the latest deployment:\n${shown}`);
  return removalFault(deployed, plan.settings, plan.removed, file);
};

/** Builds, shows the changes, asks for confirmation, and deploys. Returns the exit status. */
const deploy = async (plan: DeployPlan): Promise<number> => {
  const shown = cdk(plan.diff);
  if (shown !== 0) return shown;
  if (plan.isInteractive && !(await hasAgreed())) {
    process.stdout.write('Nothing was changed.\n');
    return 1;
  }
  return cdk(plan.deploy);
};

const check = async (args: readonly string[]): Promise<number> => {
  const missing = await credentialsFault();
  if (missing !== undefined) return fail(missing);
  try {
    return await runChecks(args);
  } catch (error) {
    return fail(errorMessage(error));
  }
};

const showNextSteps = ({ environment, outputsFile }: DeployPlan): void => {
  const outputs = existsSync(outputsFile) ? (JSON.parse(readFileSync(outputsFile, 'utf8')) as Outputs) : {};
  const steps = nextSteps(environment, outputs).map((step) => `- ${step}\n`);
  process.stdout.write(`\nRemaining steps, unless already done:\n${steps.join('')}`);
};

/**
 * `npm run deploy`: shows the changes to settings and stacks, asks for confirmation, deploys, records the settings, and
 * shows the remaining steps. `check` as the first argument reads the account instead. Returns the exit status.
 */
export const runDeploy = async (args: readonly string[]): Promise<number> => {
  if (args[0] === 'check') return check(args.slice(1));
  let plan: DeployPlan;
  try {
    plan = deployPlan(args);
  } catch (error) {
    return fail(errorMessage(error));
  }
  // The build takes most of a minute, so all checks come before it.
  const fault = exampleFault(plan) ?? (await credentialsFault());
  if (fault !== undefined) return fail(fault);
  const record = new SettingsRecord(plan.prefix);
  try {
    const refusal = await showSettings(plan, record);
    if (refusal !== undefined) return fail(refusal);
    const status = await deploy(plan);
    if (status !== 0) return status;
    await record.write(plan.settings);
  } finally {
    record.close();
  }
  showNextSteps(plan);
  return 0;
};
