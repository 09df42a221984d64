import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

it('npm run deploy reports missing credentials before it builds anything', () => {
  const { PATH } = process.env;
  const env = { PATH, HOME: '/nonexistent', AWS_EC2_METADATA_DISABLED: 'true', AWS_REGION: 'eu-north-1' };
  const { status, stdout, stderr } = spawnSync(process.execPath, ['bin/deploy.ts', '--env', 'demo'], {
    env,
    encoding: 'utf8',
    timeout: 30_000,
  });
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(/^No credentials or region for AWS: [^\n]+\n$/);
});
