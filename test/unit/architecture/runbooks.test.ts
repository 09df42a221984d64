import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { routes } from '../../../lib/definition.ts';
import { checkOptions } from '../../../lib/deploy/check/run.ts';
import { deployPlan } from '../../../lib/deploy/plan.ts';
import { commands } from '../../../lib/ops/commands.ts';
import { AwsCli } from '../../support/aws-cli.ts';

const FOLDER = 'lib/runbooks';
const aws = new AwsCli();
afterAll(() => aws.close());
const pages = readdirSync(FOLDER).filter((file) => file.endsWith('.md'));
const textOf = (file: string): string => readFileSync(join(FOLDER, file), 'utf8').replaceAll('\\\n', ' ');
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

/** The rest of a command, up to the end of the code or the line, without its comment. */
const typedAfter = (file: string, beginning: RegExp): string[] =>
  [...textOf(file).matchAll(new RegExp(`${beginning.source}([^\\n\`]*)`, 'g'))].map(([, rest = '']) =>
    rest.split(/\s#|\s[<|]/, 1)[0]!.trim(),
  );

const scriptsIn = (file: string): string[] =>
  [...textOf(file).matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(([, script = '']) => script);
const commandsIn = (file: string): string[] => typedAfter(file, /npm run ops -- /);
const deploymentsIn = (file: string): string[] => typedAfter(file, /npm run deploy -- /);
const settingsIn = (file: string): string[] =>
  [...deploymentsIn(file), ...typedAfter(file, /npx cdk /)].flatMap((typed) =>
    [...typed.matchAll(/-c (\w+)=/g)].map(([, name = '']) => name),
  );
const callsIn = (file: string): string[] =>
  [...textOf(file).matchAll(/\baws [a-z](?:'[^']*'|"[^"]*"|[^'"`\n;|>)])*/g)].map(([command]) => command);

const optionsIn = (text: string): string[] => [...text.matchAll(/--[\w-]+/g)].map(([option]) => option);

/** Required options of a command: those outside brackets and alternatives. */
const neededIn = (usage: string): string[] => optionsIn(usage.replaceAll(/\[[^\]]*\]|\([^)]*\)/g, ''));

const found = (typed: string): string | undefined =>
  Object.keys(commands)
    .toSorted((a, b) => b.length - a.length)
    .find((name) => typed === name || typed.startsWith(`${name} `));

/**
 * Number of entries of one kind on all pages. A single page may have none; if all pages had none, the test would check
 * nothing.
 */
const everywhere = <T>(namedIn: (file: string) => T[]): number => pages.flatMap(namedIn).length;

describe('runbooks', () => {
  it('name scripts, commands, deployments, settings and AWS calls, which the tests below check', () => {
    expect(everywhere(scriptsIn)).toBeGreaterThan(0);
    expect(everywhere(commandsIn)).toBeGreaterThan(0);
    expect(everywhere(deploymentsIn)).toBeGreaterThan(0);
    expect(everywhere(settingsIn)).toBeGreaterThan(0);
    expect(everywhere(callsIn)).toBeGreaterThan(0);
  });

  it.each(pages)('%s names scripts that exist', (file) => {
    for (const script of scriptsIn(file)) expect(Object.keys(scripts)).toContain(script);
  });

  it.each(pages)('%s names commands that exist, with valid options and all required ones', async (file) => {
    for (const typed of commandsIn(file)) {
      const name = found(typed);
      expect(name, typed).toBeDefined();
      const { usage } = await commands[name!]!();
      const given = optionsIn(typed.slice(name!.length));
      expect(optionsIn(usage), typed).toEqual(expect.arrayContaining(given));
      // A mention in a sentence is not a call.
      if (given.length > 0) expect(given, typed).toEqual(expect.arrayContaining(neededIn(usage)));
    }
  });

  it.each(pages)(
    '%s reads settings only from the file of the environment, and deploys with a valid command line',
    (file) => {
      // All other settings are in the file of the environment.
      for (const name of settingsIn(file)) expect(['env', 'tableStream']).toContain(name);
      for (const typed of deploymentsIn(file)) {
        const args = typed.replace('ENV', 'demo').replace('SETTING', 'domainName').split(' ');
        const parse = () => (args[0] === 'check' ? checkOptions(args.slice(1)) : deployPlan(args));
        if (typed !== '') expect(parse, typed).not.toThrow();
      }
    },
  );

  it.each(pages)('%s calls AWS with valid operations, options, members and values', (file) => {
    for (const command of callsIn(file)) {
      // A mention in a sentence is not a call.
      const isCall = command.includes(' --');
      const faults = aws.commandFaults(command.trim()).filter((fault) => isCall || !fault.includes(' needs '));
      expect(faults, command).toEqual([]);
    }
  });

  it.each([
    ['aws dynamodb drop-table --table-name x', 'dynamodb has no drop-table'],
    ['aws dynamo delete-table', 'There is no service dynamo'],
    ['aws dynamodb delete-table', 'delete-table needs --table-name'],
    ['aws dynamodb delete-table --table-name x --force', 'There is no option --force'],
    ['aws dynamodb wait table-stands --table-name x', 'dynamodb has no waiter table-stands'],
    ['aws dynamodb update-table --table-name x --no-table-class', '--table-class is not a boolean option'],
    [
      'aws cloudformation update-termination-protection --stack-name x',
      'update-termination-protection needs --enable-termination-protection',
    ],
    [
      'aws dynamodb update-table --table-name x --deletion-protection-enabled true',
      '--deletion-protection-enabled takes no value',
    ],
    ['aws dynamodb list-backups --backup-type EVERY', '--backup-type cannot be EVERY'],
    [
      'aws dynamodb update-table --table-name x --stream-specification Enabled=true',
      '--stream-specification has no Enabled',
    ],
    [
      'aws dynamodb update-table --table-name x --stream-specification StreamViewType=ALL',
      '--stream-specification StreamViewType cannot be ALL',
    ],
  ])('%s is detected', (command, fault) => {
    expect(aws.commandFaults(command)).toEqual([fault]);
  });

  it.each(pages)('%s names existing routes', (file) => {
    const shape = (path: string): string => path.replaceAll(/\{[^}]+\}|\b[A-Z]{2,}\b/g, '{}');
    const declared = new Set(routes.map(({ method, path }) => `${method} ${shape(path)}`));
    for (const [, method, path = ''] of textOf(file).matchAll(/\b(GET|POST|PATCH|DELETE) (\/v2\/[\w\-/{}]+)/g)) {
      expect([...declared], `${method} ${path}`).toContain(`${method} ${shape(path)}`);
    }
  });

  it.each(pages)('%s links to existing pages and sections', (file) => {
    for (const [, target = ''] of textOf(file).matchAll(/\]\(([^)]+)\)/g)) {
      if (/^https?:/.test(target)) continue;
      const [path = '', section] = target.split('#');
      const page = path === '' ? join(FOLDER, file) : join(FOLDER, path);
      expect(existsSync(page), target).toBe(true);
      if (section)
        expect(readFileSync(page, 'utf8').toLowerCase().replaceAll(/[ _]/g, '-'), target).toContain(
          `## ${section}`.replaceAll(/[ _]/g, '-'),
        );
    }
  });

  it('are all named in the README', () => {
    const readme = readFileSync('README.md', 'utf8');
    expect(pages.filter((file) => !readme.includes(`lib/runbooks/${file}`))).toEqual([]);
  });
});
