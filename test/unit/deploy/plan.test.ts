import { describe, expect, it } from 'vitest';
import { deployPlan, nextSteps } from '../../../lib/deploy/plan.ts';
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
