import { ApiError } from '../../functions/platform/errors.ts';
import { missingPackage } from '../missing-package.ts';
import { OpsError, type Command } from './command.ts';
import { commands } from './commands.ts';

const write = (text: string): boolean => process.stdout.write(`${text}\n`);
const writeError = (text: string): boolean => process.stderr.write(`${text}\n`);

/** Runs one command and returns the exit status. */
export const runOps = async (args: string[]): Promise<number> => {
  const name = Object.keys(commands)
    .sort((a, b) => b.length - a.length)
    .find((known) => known.split(' ').every((word, at) => args[at] === word));
  const load = name === undefined ? undefined : commands[name];
  if (!name || !load) {
    if (args.length > 0 && !['help', '--help', '-h'].includes(args[0] ?? '')) {
      writeError(unknownCommandText(args));
      return 1;
    }
    await printOverview(write);
    return 0;
  }
  const command = await load();
  const commandArgs = args.slice(name.split(' ').length);
  if (commandArgs.includes('--help') || commandArgs.includes('-h')) {
    write(usageOf(command));
    return 0;
  }
  return runCommand(command, commandArgs);
};

/** One line with the available commands. */
const unknownCommandText = ([first = '', second = '']: readonly string[]): string => {
  const within = Object.keys(commands).filter((name) => name.startsWith(`${first} `));
  if (within.length === 0) {
    return `There is no command ${first}. Commands: ${Object.keys(commands).join(', ')}.`;
  }
  const typed = [first, second.startsWith('-') ? '' : second].filter(Boolean).join(' ');
  return `There is no command ${typed}. Commands: ${within.join(', ')}.`;
};

const runCommand = async (command: Command, args: string[]): Promise<number> => {
  try {
    await command.run(args);
    return 0;
  } catch (error) {
    for (const line of linesOf(error, command)) writeError(line);
    return 1;
  }
};

const linesOf = (error: unknown, command: Command): readonly string[] => {
  if (error instanceof OpsError) return error.lines;
  if (error instanceof ApiError) {
    return error.fields
      ? Object.entries(error.fields).map(([field, all]) => `${field}: ${all.join(' ')}`)
      : [error.message];
  }
  const missing = missingPackage(error) ?? setupErrorText(error) ?? fileErrorText(error);
  if (missing) return [missing];
  // `parseArgs` throws these.
  if (error instanceof TypeError && 'code' in error) return [error.message, usageOf(command)];
  return [error instanceof Error ? (error.stack ?? error.message) : String(error)];
};

/** One line for missing settings of AWS, or for an error response from AWS; undefined for any other error. */
const setupErrorText = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined;
  const { name, message } = error;
  if (message.startsWith('Region is missing')) return 'Set AWS_REGION to the region of the environment.';
  if (/^Credentials|CredentialsProviderError|Could not load credentials/.test(`${name} ${message}`))
    return 'There are no AWS credentials: set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.';
  if (!('$metadata' in error)) return undefined;
  return `AWS refused (${name}): ${message.replaceAll('\n', ' ')}`;
};

/** Errors of files and folders that the operator named; their message contains the path. */
const fileErrorText = (error: unknown): string | undefined =>
  error instanceof Error && 'syscall' in error && 'path' in error ? error.message : undefined;

const usageOf = ({ name, usage, summary }: Command): string => `npm run ops -- ${name} ${usage}\n  ${summary}`;

const printOverview = async (print: (text: string) => boolean): Promise<void> => {
  print('Commands:');
  for (const load of Object.values(commands)) {
    const command = await load();
    print(`  ${command.name} ${command.usage}\n      ${command.summary}`);
  }
  print('Without --env, a command uses the stack at --url, or else the one that runs on this machine.');
};
