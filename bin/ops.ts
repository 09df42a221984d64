import { runOps } from '../lib/ops/run.ts';

// The reader may close the pipe early (`| head`).
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

process.exitCode = await runOps(process.argv.slice(2));
