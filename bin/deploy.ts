import { withPackages } from '../lib/missing-package.ts';

await withPackages(async () => {
  const { runDeploy } = await import('../lib/deploy/run.ts');
  process.exitCode = await runDeploy(process.argv.slice(2));
});
