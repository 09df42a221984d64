import { readyText } from './ready.ts';
import { announce } from './running.ts';
import { readSettings, StartError, type Settings } from './settings.ts';
import type { Stack } from './stack.ts';
import type { startDynamo } from './table/dynamo.ts';
import { startEmulator } from './table/table-emulator.ts';

const STOP_LIMIT_MS = 2_000;
const PARENT_CHECK_MS = 500;

/**
 * `npm start`: one ready line on standard output, or one line on standard error and exit status 1. `startTable` may bring
 * another table than the emulator's.
 */
export const main = async (startTable?: StartTable): Promise<void> => {
  surviveFunctions();
  const say = takeStandardOutput();
  const stopper = stopOnSignals();
  try {
    const { stack, url, keys } = await start(readSettings(process.env), startTable);
    stopper.started(stack);
    announce(url);
    say(readyText({ url, docs: `${url}/docs`, keys }, process.stdout.isTTY));
  } catch (error) {
    const reason = error instanceof StartError ? error.message : `The stack cannot start. ${String(error)}`;
    process.stderr.write(`${reason.replaceAll('\n', ' ')}\n`);
    process.exit(1);
  }
};

type StartTable = typeof startDynamo;

/** The table emulator, a process of its own, starts while this one loads the stack. */
const start = async (settings: Settings, startTable?: StartTable): ReturnType<typeof Stack.start> => {
  // In a folder it may start only after the stack has checked what the folder holds.
  const isOwn = !startTable && !settings.dynamoEndpoint && !settings.dataDir;
  const emulator = isOwn ? startEmulator(undefined) : undefined;
  // Where the stack does not start, it is the stack's reason that counts.
  emulator?.catch(() => {});
  const [{ Stack: loaded }, { startDynamo: startOwn }] = await Promise.all([
    import('./stack.ts'),
    import('./table/dynamo.ts'),
  ]);
  return loaded.start(settings, startTable ?? ((own) => startOwn(own, emulator)));
};

/** Programs read standard output for the ready line; what functions log there goes to standard error instead. */
const takeStandardOutput = (): ((text: string) => void) => {
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  stdout.write = stderr.write.bind(stderr);
  return (text) => void write(text);
};

/**
 * What a function leaves behind (a rejection nobody awaits) ends its Lambda and nothing else; and a terminal that went
 * away is no reason to stop.
 */
const surviveFunctions = (): void => {
  const complain = (error: unknown) =>
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.on('uncaughtException', complain);
  process.on('unhandledRejection', complain);
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
};

const stopOnSignals = (): { started: (stack: Stack) => void } => {
  let stack: Stack | undefined;
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    // What is not up yet needs no orderly end: the emulator dies with this process.
    if (!stack) process.exit(0);
    setTimeout(() => process.exit(0), STOP_LIMIT_MS);
    void stack.stop().finally(() => process.exit(0));
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  stopWithNpm(stop);
  return { started: (running) => (stack = running) };
};

/** npm that is killed with SIGKILL does not notify its child, which must not stay behind. */
const stopWithNpm = (stop: () => void): void => {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && stop(), PARENT_CHECK_MS).unref();
};
