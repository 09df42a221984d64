import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { deployPlan } from '../../../lib/deploy/plan.ts';
import { ENVIRONMENTS } from '../../../lib/stacks/settings.ts';

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
}
interface Job {
  needs?: string[];
  if?: string;
  environment?: string;
  permissions?: Record<string, string>;
  concurrency?: { group: string; 'cancel-in-progress': boolean };
  strategy?: { matrix: Record<string, string[]> };
  env?: Record<string, string>;
  'timeout-minutes'?: number;
  steps: Step[];
}
interface Workflow {
  on: Record<string, { branches?: string[] } | null>;
  permissions: Record<string, string>;
  jobs: Record<string, Job>;
}

const FILE = '.github/workflows/deploy.yml';
const text = readFileSync(FILE, 'utf8');
// The CDK includes a YAML parser.
const { parse } = createRequire(createRequire(import.meta.url).resolve('aws-cdk-lib'))('yaml') as {
  parse: (text: string) => unknown;
};
const { on, permissions, jobs } = parse(text) as Workflow;
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

const runsOf = (job: Job): string[] =>
  job.steps.flatMap(({ run }) => (run === undefined ? [] : run.trim().split('\n')));
const all = Object.values(jobs);
/** Commands that npm runs without a script. */
const OWN_COMMANDS = new Set(['ci']);

describe('the pipeline', () => {
  it('runs the checks, deploys the demo and then production, and skips no step', () => {
    expect(Object.keys(jobs)).toEqual(['check', 'test', 'with-release-before', 'synth', 'demo', 'production']);
    expect(jobs['demo']!.needs).toEqual(['check', 'test', 'with-release-before', 'synth']);
    expect(jobs['production']!.needs).toEqual(['demo']);
    expect(on['push']).toEqual({ branches: ['main'] });
    for (const name of ['demo', 'production']) {
      const job = jobs[name]!;
      // The environment defines the approvers.
      expect(job.environment).toBe(name);
      expect(job.if).toBe("github.event_name == 'push'");
      expect(job.concurrency).toEqual({ group: `deploy-${name}`, 'cancel-in-progress': false });
    }
  });

  it('runs only scripts and commands that exist', () => {
    const commands = all.flatMap(runsOf);
    expect(commands.length).toBeGreaterThan(8);
    for (const command of commands) {
      const [program, first = '', second = ''] = command.split(' ');
      expect(['npm', 'curl'], command).toContain(program);
      if (program !== 'npm') continue;
      const script = first === 'run' ? second : first;
      expect(OWN_COMMANDS.has(script) || Object.hasOwn(scripts, script), command).toBe(true);
    }
    const ran = commands.join('\n');
    for (const needed of ['npm run check', 'npm test', 'npm run grants', 'npm run simulate', 'npm run synth'])
      expect(ran).toContain(needed);
  });

  it('compares the AWS calls that the tests recorded with the roles', () => {
    const { env, steps } = jobs['test']!;
    const folder = /npm run grants -- (\S+)/.exec(steps.map(({ run }) => run).join('\n'))?.[1];
    expect(env?.['CALLS_DIR']).toBe(`\${{ github.workspace }}/${folder}`);
  });

  it('deploys with a valid command line, without prompts', () => {
    for (const name of ['demo', 'production']) {
      const line = runsOf(jobs[name]!).find((run) => run.startsWith('npm run deploy -- '))!;
      const plan = deployPlan(line.replace('npm run deploy -- ', '').split(' '));
      expect(plan).toMatchObject({ environment: name, isInteractive: false });
    }
    expect(jobs['synth']!.strategy!.matrix['env']).toEqual(ENVIRONMENTS);
  });

  it('pins third-party actions by hash', () => {
    const used = all.flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []));
    for (const action of used) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
    expect(text.match(/uses: .*@/g)).toHaveLength(used.length);
    // The version of a hash is in a comment after it.
    expect(text.match(/uses: \S+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/gm)).toHaveLength(used.length);
  });

  it('stores no AWS key: a deployment authenticates with the role of its environment', () => {
    expect(text).not.toContain('secrets.');
    expect(permissions).toEqual({ contents: 'read' });
    for (const [name, job] of Object.entries(jobs)) {
      const deploys = job.environment !== undefined;
      expect(job.permissions?.['id-token'], name).toBe(deploys ? 'write' : undefined);
      const credentials = job.steps.find(({ uses }) => uses?.startsWith('aws-actions/configure-aws-credentials@'));
      expect(credentials?.with?.['role-to-assume'], name).toBe(deploys ? '${{ vars.DEPLOY_ROLE }}' : undefined);
      expect(job['timeout-minutes'], name).toBeGreaterThan(0);
      if (!deploys) continue;
      const seconds = Number(credentials?.with?.['role-duration-seconds']);
      expect(seconds, name).toBeGreaterThanOrEqual((job['timeout-minutes'] ?? 0) * 60);
      expect(readFileSync('lib/runbooks/pipeline.md', 'utf8')).toContain(`--max-session-duration ${seconds}`);
    }
  });

  it('requires no undocumented variable', () => {
    const page = readFileSync('lib/runbooks/pipeline.md', 'utf8');
    const variables = new Set([...text.matchAll(/vars\.(\w+)/g)].map(([, name]) => name));
    expect(variables.size).toBe(3);
    for (const name of variables) expect(page).toContain(`| \`${name}\` |`);
  });

  it('has a trust policy for the subject that GitHub sends, with the ids of owner and repository', () => {
    const page = readFileSync('lib/runbooks/pipeline.md', 'utf8');
    const [, trusted = ''] = /"token\.actions\.githubusercontent\.com:sub": "([^"]+)"/.exec(page) ?? [];
    const values = { OWNER_ID: '123456', REPOSITORY_ID: '456789', OWNER: 'octocat', REPOSITORY: 'shop', ENV: 'demo' };
    const subject = trusted.replaceAll(/\b[A-Z_]+\b/g, (name) => values[name as keyof typeof values]);
    expect(subject).toBe('repo:octocat@123456/shop@456789:environment:demo');
  });
});
