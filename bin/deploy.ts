import { runDeploy } from '../lib/deploy/run.ts';

process.exitCode = await runDeploy(process.argv.slice(2));
