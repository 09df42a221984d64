import { runOps } from '../lib/ops/run.ts';

/** Status of a program that the signal SIGPIPE ends (128 + 13). */
const PIPE_CLOSED = 141;

// The reader may close the pipe early (`| head`). The command ends before its work is complete, so it must not report
// success.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(PIPE_CLOSED);
});

process.exitCode = await runOps(process.argv.slice(2));
