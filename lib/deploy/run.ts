import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { credentialsFault } from './credentials.ts';
import { deployPlan, nextSteps, type DeployPlan, type Outputs } from './plan.ts';

const cdk = (args: readonly string[]): number =>
  spawnSync('npx', ['--no-install', 'cdk', ...args], { stdio: 'inherit' }).status ?? 1;

const standingContext = (): Record<string, unknown> =>
  (JSON.parse(readFileSync('cdk.json', 'utf8')) as { context?: Record<string, unknown> }).context ?? {};

const agreed = async (): Promise<boolean> => {
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(es)?$/i.test((await prompt.question('Deploy these changes? [y/N] ')).trim());
  } finally {
    prompt.close();
  }
};

/** `npm run deploy`: shows what would change, asks, deploys, and says what is left to do. Returns the exit status. */
export const runDeploy = async (args: readonly string[]): Promise<number> => {
  let plan: DeployPlan;
  try {
    plan = deployPlan(args, standingContext());
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
  // The build takes most of a minute, and is of no use without them.
  const fault = await credentialsFault();
  if (fault !== undefined) {
    process.stderr.write(`${fault}\n`);
    return 1;
  }
  const shown = cdk(plan.diff);
  if (shown !== 0) return shown;
  if (plan.asks && !(await agreed())) {
    process.stdout.write('Nothing was changed.\n');
    return 1;
  }
  const deployed = cdk(plan.deploy);
  if (deployed !== 0) return deployed;
  const { outputsFile } = plan;
  const outputs = existsSync(outputsFile) ? (JSON.parse(readFileSync(outputsFile, 'utf8')) as Outputs) : {};
  process.stdout.write(
    `\nWhat is left to do, where it is not done yet:\n${nextSteps(plan.environment, outputs)
      .map((step) => `- ${step}\n`)
      .join('')}`,
  );
  return 0;
};
