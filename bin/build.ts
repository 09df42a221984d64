import { withPackages } from '../lib/missing-package.ts';

await withPackages(async () => {
  const { runBuild } = await import('../lib/build/run.ts');
  process.exitCode = await runBuild(process.argv.slice(2));
});
