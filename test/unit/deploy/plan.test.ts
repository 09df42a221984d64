import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { deployPlan, nextSteps } from '../../../lib/deploy/plan.ts';
import { SETTING_NAMES } from '../../../lib/stacks/settings.ts';
import { commands } from '../../../lib/ops/commands.ts';

/** Every setting with a value that it takes. */
const VALUES: Record<string, string> = {
  mailDomain: 'mail.example.com',
  warmThroughput: '24000,8000',
  reservedConcurrency: '50',
  contributorInsights: 'on',
  shift: 'at-once',
  trustedProxies: '1',
  alarmEmail: 'ops@example.com',
  domainName: 'gifts.example.com',
  certificateArn: 'arn:aws:acm:eu-north-1:111111111111:certificate/one',
  paymentGateway: 'stripe',
  courierBaseUrl: 'https://courier.example.com',
  wallets: 'apple,google',
};

describe('a deployment', () => {
  it('shows what changes, with the settings that it will be made with, and asks before it changes anything', () => {
    const { diff, deploy, asks } = deployPlan(['--env', 'demo', '-c', 'alarmEmail=ops@example.com']);
    const settings = ['-c', 'env=demo', '-c', 'alarmEmail=ops@example.com'];
    expect(diff).toEqual(['diff', ...settings]);
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

  it.each([
    [['--env', 'production'], 'production sends mail to buyers: give the domain it comes from, with -c mailDomain='],
    [['--env', 'production', '-c', 'mailDomain='], 'production sends mail to buyers'],
    [['--env', 'demo', '-c', 'shift=slow'], 'There is no such shift; choose one of canary, linear, at-once'],
    [['--env', 'demo', '-c', 'domainName=api.example.com'], 'domainName and certificateArn belong together'],
  ])('%j is refused before anything is built, for what its settings lack', (args, reason) => {
    expect(() => deployPlan(args)).toThrow(reason);
  });

  it('goes by what stands in cdk.json, too, unless the command line says otherwise', () => {
    const standing = { env: 'development', mailDomain: 'mail.example.com' };
    expect(deployPlan(['--env', 'production'], standing).environment).toBe('production');
    expect(() => deployPlan(['--env', 'production', '-c', 'mailDomain=none'], standing)).toThrow(
      'mailDomain is a domain',
    );
  });

  it('takes every setting that the README names, and there are no others', () => {
    const [, table = ''] = /## Deploy\n([^]*?)\n## /.exec(readFileSync('README.md', 'utf8')) ?? [];
    const named = [...table.matchAll(/^\| (`\w+`(?:, `\w+`)*) \|/gm)].flatMap(([, names = '']) =>
      names.replaceAll('`', '').split(', '),
    );
    const names = named.filter((name) => name !== 'env').toSorted();
    expect(names).toEqual([...SETTING_NAMES].toSorted());
    expect(names).toEqual(Object.keys(VALUES).toSorted());
    const settings = Object.entries(VALUES).map((setting) => setting.join('='));
    const { deploy } = deployPlan(['--env', 'demo', ...settings.flatMap((setting) => ['-c', setting])]);
    expect(deploy).toEqual(expect.arrayContaining(settings));
  });

  it('says that no mail goes out where no domain of ours sends it', () => {
    const workers = 'gift-commerce-demo-workers';
    expect(nextSteps('demo', { [workers]: {} }).join('\n')).toContain('-c mailDomain=');
    const sends = nextSteps('demo', { [workers]: { MailSpf: 'RECORD' } }).join('\n');
    expect(sends).toContain('RECORD');
    expect(sends).not.toContain('-c mailDomain=');
  });

  it.each([
    ['30', ['--env', 'production', '-c', 'mailDomain=mail.example.com']],
    ['2', ['--env', 'production', '-c', 'mailDomain=mail.example.com', '--first']],
    ['2', ['--env', 'production', '-c', 'mailDomain=mail.example.com', '-c', 'shift=at-once']],
    ['2', ['--env', 'demo']],
    ['30', ['--env', 'demo', '-c', 'shift=linear']],
  ])('changes %s stacks at once with %j: many only where requests shift in all of them', (count, args) => {
    const { deploy } = deployPlan(args);
    expect(deploy[deploy.indexOf('--concurrency') + 1]).toBe(count);
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
