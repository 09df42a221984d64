import { fork, type ChildProcess } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { functionNamed } from '../../lib/definition.ts';
import type { SampleResponse } from '../../lib/samples/placeholder-values.ts';
import { sampleFile, sampleNames } from '../../lib/samples/order.ts';
import { SampleRun } from '../../lib/samples/run.ts';
import { at, deploymentOf, type Properties } from '../stack/templates.ts';
import { startStack, type RunningStack } from '../support/stack.ts';
import type { Invocation, Reply } from './alone-host.mts';
import { built, BUILD_TIMEOUT_MS, folder } from './built.ts';

/** Node.js options as in Lambda: without module detection and without `require` of ES modules. */
const NO_DETECTION = '--no-experimental-detect-module';
const LAMBDA_FLAGS = [NO_DETECTION, '--no-experimental-require-module'];

/** Every setting that adds a variable to functions. */
const SETTINGS = {
  env: 'demo',
  paymentGateway: 'test',
  courierBaseUrl: 'https://courier.example.com',
  wallets: ['apple'],
};

/** Variables of each function in the templates, by name. */
const templateVariables = (): Map<string, Properties> =>
  new Map(
    deploymentOf(SETTINGS)
      .all('AWS::Lambda::Function')
      .map(({ properties }) => {
        const variables = at(properties, 'Environment.Variables') as Properties;
        return [String(variables['FUNCTION_NAME']), variables];
      }),
  );

/** Variables that Lambda sets, and those that direct clients and webhooks to this machine. */
const isPlatform = (name: string): boolean => name.startsWith('AWS_') || name === 'WEBHOOK_ALLOW_LOOPBACK';

/** Exactly the variables in the template, with the names of resources in the local stack. */
const environmentOf = (variables: Properties, local: Record<string, string>): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, local[name] ?? plain(value)])),
  ...Object.fromEntries(Object.entries(local).filter(([name]) => isPlatform(name))),
});

const plain = (value: unknown): string => (typeof value === 'string' ? value : '');

class Host {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (reply: Reply) => void>();
  #next = 0;

  constructor(root: string) {
    const host = join(root, 'host.mjs');
    // The code is compiled here, because each thread would otherwise load the TypeScript compiler of Node.js again.
    const source = readFileSync(join(import.meta.dirname, 'alone-host.mts'), 'utf8');
    writeFileSync(host, transformSync(source, { loader: 'ts' }).code);
    this.#child = fork(host, [], {
      cwd: root,
      env: {},
      execArgv: [...LAMBDA_FLAGS, '--permission', `--allow-fs-read=${root}`, '--allow-worker', '--no-warnings'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#child.on('message', (reply: Reply) => this.#waiting.get(reply.id)?.(reply));
    this.#child.on('exit', () => {
      for (const [id, reply] of this.#waiting) reply({ id, error: 'The process of the bundles ended' });
    });
  }

  async invoke(invocation: Omit<Invocation, 'id'>): Promise<unknown> {
    const id = this.#next++;
    const { result, error } = await new Promise<Reply>((replied) => {
      this.#waiting.set(id, replied);
      this.#child.send({ id, ...invocation });
    });
    this.#waiting.delete(id);
    if (error !== undefined) throw new Error(error);
    return result;
  }

  stop(): void {
    this.#child.kill();
  }
}

describe('every bundle works outside the project, as in Lambda', () => {
  let root = '';
  let stack: RunningStack;
  let host: Host;
  let run: SampleRun;

  beforeAll(async () => {
    await built();
    root = mkdtempSync(join(tmpdir(), 'alone-'));
    const bundles = join(root, 'bundles');
    cpSync(folder, bundles, { recursive: true });
    // `require` of ES modules stays enabled, because the stack's own code is not bundled and one of its packages
    // requires one.
    stack = await startStack({ env: { BUNDLES: bundles, NODE_OPTIONS: NO_DETECTION }, fullPasswords: true });
    const named = await stack.control<Record<string, string>>('GET', '/environment');
    const local = { ...named, COURIER_BASE_URL: `${stack.url}/_courier` };
    const variables = templateVariables();
    host = new Host(root);
    run = await SampleRun.begin(stack.url, async (name, event) => {
      const { name: deployed = name, timeoutSeconds = 0 } = functionNamed(name) ?? {};
      const env = environmentOf(variables.get(deployed) ?? {}, local);
      const invocation = { folder: join(bundles, deployed), name: deployed, env, event, timeoutSeconds };
      return (await host.invoke(invocation)) as SampleResponse | null;
    });
  }, BUILD_TIMEOUT_MS);

  afterAll(async () => {
    run?.end();
    host?.stop();
    await stack?.stop();
    rmSync(root, { recursive: true, force: true });
  });

  it.each(sampleNames())('%s', async (name) => {
    const { ok, result, body } = await run.run(name);
    expect(ok, `${result} ${body ?? ''}`).toBe(true);
  });

  it('fails for a bundle whose modules have no package.json with their type', async () => {
    const name = 'render-sample';
    const untyped = join(root, 'untyped');
    cpSync(join(root, 'bundles', name), untyped, { recursive: true });
    const event = JSON.parse(readFileSync(sampleFile(name), 'utf8')) as unknown;
    const invocation = { folder: untyped, name, env: { FUNCTION_NAME: name }, event, timeoutSeconds: 15 };
    await host.invoke(invocation);
    rmSync(join(untyped, 'assets/package.json'));
    await expect(host.invoke(invocation)).rejects.toThrow('outside a module');
  });

  it('fails for a bundle that imports a file outside its folder', async () => {
    const outside = join(root, 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'index.cjs'), 'exports.handler = () => require("../bundles/health/index.cjs")');
    const invocation = { folder: outside, name: 'outside', env: {}, event: {}, timeoutSeconds: 15 };
    await expect(host.invoke(invocation)).rejects.toThrow('is outside the bundle');
    writeFileSync(join(outside, 'index.cjs'), `require(${JSON.stringify(join(import.meta.dirname, 'built.ts'))})`);
    await expect(host.invoke(invocation)).rejects.toThrow('is outside the bundle');
  });
});
