import { runOps } from '../lib/ops/run.ts';

process.exitCode = await runOps(process.argv.slice(2));
