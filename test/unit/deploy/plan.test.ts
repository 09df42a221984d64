import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { deployPlan, exampleFault, nextSteps } from '../../../lib/deploy/plan.ts';
import { SETTING_NAMES, type SettingValues } from '../../../lib/stacks/setting-values.ts';
import { commands } from '../../../lib/ops/commands.ts';

const MAIL: SettingValues = { mailDomain: 'mail.example.com' };
const planWith = (args: readonly string[], values: SettingValues = MAIL) => deployPlan(args, () => values);

describe('a deployment', () => {
  it('shows the changes, and asks for confirmation', () => {
    const { diff, deploy, isInteractive } = planWith(['--env', 'demo']);
    expect(diff).toEqual(['diff', '-c', 'env=demo']);
    expect(deploy.slice(-2)).toEqual(['-c', 'env=demo']);
    expect(deploy[0]).toBe('deploy');
    expect(isInteractive).toBe(true);
  });

  it('does not prompt with --yes', () => {
    expect(planWith(['--env', 'demo', '--yes']).isInteractive).toBe(false);
  });

  it.each([[[]], [['--env', 'prod']], [['-c', 'env=demo']], [['--env', 'demo', '-c', 'env=production']]])(
    'must name its environment exactly once: %j',
    (args) => {
      expect(() => planWith(args)).toThrow(/--env/);
    },
  );

  it('shows its usage after an unknown option', () => {
    expect(() => planWith(['--help'])).toThrow(/^Unknown option '--help'\nUsage: npm run deploy -- --env /);
  });

  it.each([
    [['-c', 'alarmEmail=ops@example.com'], 'set it in lib/environments/demo.json'],
    [['-c', 'mailDomian=mail.example.com'], 'There is no setting mailDomian. The settings are mailDomain, '],
    [['--context', '@aws-cdk/core:other=true'], 'There is no setting @aws-cdk/core:other'],
    [['-c', 'tableStream=ARN'], 'There is no setting tableStream'],
    [['--remove', 'mailDomian'], 'There is no setting mailDomian'],
  ])('%j is rejected, because the next command line does not contain it', (args, reason) => {
    expect(() => planWith(['--env', 'demo', ...args])).toThrow(reason);
  });

  it('does not start while the production file has the example values', () => {
    expect(exampleFault(deployPlan(['--env', 'production']))).toBe(
      'lib/environments/production.json: mailDomain is mail.example.com, an example. Replace it with your own.',
    );
    expect(exampleFault(planWith(['--env', 'demo'], { mailDomain: 'mail.shop.dk' }))).toBeUndefined();
  });

  it('accepts exactly the settings that the reference lists', () => {
    const page = readFileSync('lib/reference/settings.md', 'utf8');
    const [, table = ''] = /## Deployment\n([^]*?)\n## /.exec(page) ?? [];
    const named = [...table.matchAll(/^\| (`\w+`(?:, `\w+`)*) \|/gm)].flatMap(([, names = '']) =>
      names.replaceAll('`', '').split(', '),
    );
    expect(named.toSorted()).toEqual([...SETTING_NAMES].toSorted());
  });

  it('warns that no email is sent without a verified domain', () => {
    const workers = 'gift-commerce-demo-workers';
    expect(nextSteps('demo', { [workers]: {} }).join('\n')).toContain('Set mailDomain in lib/environments/demo.json');
    const sends = nextSteps('demo', { [workers]: { MailSpf: 'RECORD' } }).join('\n');
    expect(sends).toContain('RECORD');
    expect(sends).not.toContain('mailDomain');
  });

  it.each([
    ['30', ['--env', 'production'], {}],
    ['2', ['--env', 'production', '--first'], {}],
    ['2', ['--env', 'production'], { shift: 'at-once' }],
    ['2', ['--env', 'demo'], {}],
    ['30', ['--env', 'demo'], { shift: 'linear' }],
  ] as const)(
    'changes %s stacks at once with %j and %j: many only when requests shift gradually',
    (count, args, values) => {
      const { deploy } = planWith(args, { ...MAIL, ...values });
      expect(deploy[deploy.indexOf('--concurrency') + 1]).toBe(count);
    },
  );

  it('prints the remaining steps as existing commands for that environment', () => {
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
