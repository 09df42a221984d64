import { readyText } from './ready.ts';
import { announce } from './running.ts';
import { readSettings, StartError } from './settings.ts';
import type { Stack } from './stack.ts';

const STOP_LIMIT_MS = 2_000;
const PARENT_CHECK_MS = 500;

/** `npm start`: the ready message on standard output, or one line on standard error and exit status 1. */
export const main = async (): Promise<void> => {
  surviveFunctions();
  const print = takeStandardOutput();
  const stopper = stopOnSignals();
  try {
    const settings = readSettings(process.env);
    const { Stack } = await import('./stack.ts');
    const { stack, url, keys } = await Stack.start(settings);
    stopper.started(stack);
    announce(url);
    print(readyText({ url, docs: `${url}/docs`, keys }, process.stdout.isTTY));
  } catch (error) {
    const reason = error instanceof StartError ? error.message : `The stack cannot start. ${String(error)}`;
    process.stderr.write(`${reason.replaceAll('\n', ' ')}\n`);
    process.exit(1);
  }
};

/**
 * Programs read standard output for the ready line; logs of functions go to standard error instead. Returns a function
 * that still writes to standard output.
 */
export const takeStandardOutput = (): ((text: string) => void) => {
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  stdout.write = stderr.write.bind(stderr);
  return (text) => void write(text);
};

/**
 * Keeps the process running after an uncaught error or an unhandled rejection, which in Lambda would end only the
 * environment of that function, and after the terminal is closed.
 */
export const surviveFunctions = (): void => {
  const printError = (error: unknown) =>
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.on('uncaughtException', printError);
  process.on('unhandledRejection', printError);
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
};

const stopOnSignals = (): { started: (stack: Stack) => void } => {
  let stack: Stack | undefined;
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    // Before the stack has started, no orderly stop is needed: the emulator ends together with this process.
    if (!stack) process.exit(0);
    setTimeout(() => process.exit(0), STOP_LIMIT_MS);
    void stack.stop().finally(() => process.exit(0));
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  stopWithNpm(stop);
  return { started: (running) => (stack = running) };
};

/** If npm is killed with SIGKILL, its child is not notified, but must not keep running. */
const stopWithNpm = (stop: () => void): void => {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && stop(), PARENT_CHECK_MS).unref();
};
