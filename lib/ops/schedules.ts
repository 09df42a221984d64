import { parseArgs } from 'node:util';
import { deployedTo } from '../deployed.ts';
import { OpsError, type Command } from './command.ts';
import { localUrl } from './local-url.ts';
import { assertEnvironment, targetOptions, TARGET_USAGE } from './target.ts';

/**
 * Runs a schedule now and waits until the run ends. A deployed function gets an empty event, a function of the local
 * stack one that is marked as requested. Throws `OpsError` if the run fails.
 */
export const schedulesRun: Command = {
  name: 'schedules run',
  usage: `NAME ${TARGET_USAGE}`,
  summary: 'Run a schedule now, in addition to its regular runs, and wait for its end',
  run: async (args) => {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: targetOptions });
    assertEnvironment(values.env);
    const { schedules } = deployedTo(values.env ?? 'development');
    const schedule = schedules.find(({ name }) => name === positionals[0]);
    if (!schedule || positionals.length !== 1) {
      throw new OpsError(
        `Usage: npm run ops -- ${schedulesRun.name} ${schedulesRun.usage}`,
        `Schedules: ${schedules.map(({ name }) => name).join(', ')}.`,
      );
    }
    const failure =
      values.env === undefined
        ? await runHere(localUrl(values.url), schedule.name)
        : await runDeployed(`gift-commerce-${values.env}-${schedule.target.name}`);
    if (failure !== undefined) throw new OpsError(`The run of ${schedule.name} failed: ${failure}`);
    process.stdout.write(`${schedule.name} has run.\n`);
  },
};

const runHere = async (url: string, name: string): Promise<string | undefined> => {
  const response = await fetch(new URL(`/_local/schedules/${name}`, url), { method: 'POST' }).catch(
    (error: unknown) => {
      throw new OpsError(`No stack responds at ${url} (${String(error)}). Start one with npm start, or pass --env.`);
    },
  );
  return response.ok ? undefined : response.text();
};

const runDeployed = async (FunctionName: string): Promise<string | undefined> => {
  const { InvokeCommand, LambdaClient } = await import('@aws-sdk/client-lambda');
  const { FunctionError, Payload } = await new LambdaClient({}).send(
    new InvokeCommand({ FunctionName, Payload: JSON.stringify({}) }),
  );
  return FunctionError === undefined ? undefined : `${FunctionError} ${Payload?.transformToString() ?? ''}`;
};
