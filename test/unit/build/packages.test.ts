import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

it.each([
  ['build', []],
  ['deploy', ['--env', 'demo']],
  ['bench', []],
  ['attack', []],
  ['grants', ['calls']],
  ['lighthouse', []],
  ['ops', ['client']],
])('npm run %s reports in one line that development packages are missing', (script, args) => {
  const [, file = ''] = /^node (\S+)$/.exec(scripts[script] ?? '') ?? [];
  const command = ['--import', './test/support/without-dev-packages.ts', file, ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(/^The package \S+ is not installed\. Run npm ci\.\n$/);
});
