import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { deployPlan, nextSteps } from '../../../lib/deploy/plan.ts';
import { SETTING_NAMES } from '../../../lib/stacks/settings.ts';
import { commands } from '../../../lib/ops/commands.ts';

describe('a deployment', () => {
  it('shows what changes, with the settings that it will be made with, and asks before it changes anything', () => {
    const { diff, deploy, asks } = deployPlan(['--env', 'demo', '-c', 'alarmEmail=ops@example.com']);
    const settings = ['-c', 'env=demo', '-c', 'alarmEmail=ops@example.com'];
    expect(diff).toEqual(['diff', '--all', ...settings]);
    expect(deploy.slice(-settings.length)).toEqual(settings);
    expect(deploy[0]).toBe('deploy');
    expect(asks).toBe(true);
  });

  it('asks nobody where nobody is', () => {
    expect(deployPlan(['--env', 'demo', '--yes']).asks).toBe(false);
  });

  it.each([[[]], [['--env', 'prod']], [['-c', 'env=demo']], [['--env', 'demo', '-c', 'env=production']]])(
    'names its environment, once: %j',
    (args) => {
      expect(() => deployPlan(args)).toThrow(/--env/);
    },
  );

  it.each([
    [['-c', 'mailDomian=mail.example.com'], 'There is no setting mailDomian; there are mailDomain, '],
    [['-c', 'alarmEmail'], 'Give alarmEmail a value'],
    [['--context', '@aws-cdk/core:other=true'], 'There is no setting @aws-cdk/core:other'],
  ])('%j is refused before anything is shown: what is left out is taken away', (args, reason) => {
    expect(() => deployPlan(['--env', 'demo', ...args])).toThrow(reason);
  });

  it('takes every setting that the README names, and there are no others', () => {
    const [, table = ''] = /## Deploy\n([^]*?)\n## /.exec(readFileSync('README.md', 'utf8')) ?? [];
    const named = [...table.matchAll(/^\| (`\w+`(?:, `\w+`)*) \|/gm)].flatMap(([, names = '']) =>
      names.replaceAll('`', '').split(', '),
    );
    expect(named.filter((name) => name !== 'env').toSorted()).toEqual([...SETTING_NAMES].toSorted());
    for (const name of SETTING_NAMES) {
      expect(deployPlan(['--env', 'demo', '-c', `${name}=x`]).deploy).toContain(`${name}=x`);
    }
  });

  it('says what is left to do, in commands that exist, of that environment', () => {
    const steps = nextSteps('production', {}).flatMap((step) => /npm run ops -- (.*)$/.exec(step)?.[1] ?? []);
    expect(steps.length).toBeGreaterThan(3);
    for (const step of steps) {
      expect(step).toContain('--env production');
      expect(
        Object.keys(commands).some((name) => step.startsWith(`${name} `)),
        step,
      ).toBe(true);
    }
  });
});
