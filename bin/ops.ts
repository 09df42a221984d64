import { runOps } from '../lib/ops/run.ts';

// Whoever reads the first lines alone (`| head`) has seen enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

process.exitCode = await runOps(process.argv.slice(2));
