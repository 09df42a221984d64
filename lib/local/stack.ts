import { setTimeout as sleep } from 'node:timers/promises';
import { readKeys } from '../../functions/platform/keyring.ts';
import { sortable } from '../../functions/storage/sortable.ts';
import { allFunctions, isolatedFunctions, queues, schedules, streams } from '../definition.ts';
import { LocalClock } from './clock.ts';
import { CONTROL_PATH, serveControl } from './control/control.ts';
import { foreignPageRefusal } from './control/foreign-page.ts';
import { UsageMeter } from './control/usage.ts';
import { assertComplete, foldLogs, markLogNeeded } from './data-folder.ts';
import { setEnvironment, SIGNER } from './environment.ts';
import type { GatewayRequest } from './gateway/gateway-event.ts';
import { gatewayError, type HttpReply } from './gateway/gateway-result.ts';
import { Gateway } from './gateway/gateway.ts';
import { listen, type HttpServer } from './gateway/http-server.ts';
import { assertBundles, Functions } from './lambda/functions.ts';
import type { IsolatedFunctions } from './lambda/isolated.ts';
import { LAMBDA_PATH } from './lambda/lambda-path.ts';
import { lambdaService, serveLambda } from './lambda/lambda.ts';
import { makeLog } from './log.ts';
import { Delays } from './queues/delays.ts';
import { QueueConsumer } from './queues/queue-consumer.ts';
import { Schedules } from './queues/schedules.ts';
import type { ControlledStack, DueRow } from './running-stack.ts';
import { loadSeed, readSeed, type ShownKey } from './seed.ts';
import { startApplePush, type ApplePush } from './services/apple-push.ts';
import { startEmulators, type Emulators } from './services/emulators.ts';
import { serveFake, startFakes, type Fake } from './services/fakes.ts';
import { MAIL_PATH, Mailbox } from './services/mail.ts';
import { Objects, OBJECTS_PATH } from './services/objects.ts';
import { wrapOutside } from './services/outside.ts';
import { SecretStore, SECRETS_PATH } from './services/secret-store.ts';
import { settleUnconfirmedMails } from './services/unconfirmed-mails.ts';
import type { LocalSettings } from './settings.ts';
import { LocalState } from './state.ts';
import { startDynamo } from './table/dynamo.ts';
import { scanTable, serveTable, type LocalDynamo } from './table/local-dynamo.ts';
import { Replica } from './table/replica.ts';
import { StreamConsumer } from './table/stream-consumer.ts';
import { tableService } from './table/table-wire.ts';
import { fillRetryQuota } from './wire/retries.ts';
import { installWire } from './wire/wire.ts';

const TICK_MS = 100;
const STOP_GRACE_MS = 700;
/** Name of the mark in the data folder that is set while the stack runs. */
const RUNNING = 'running';

const functionNames = (): string[] => allFunctions().map(({ name }) => name);

/** The complete system on this machine. */
export class Stack implements ControlledStack {
  readonly functions: Functions;
  readonly usage: UsageMeter;
  readonly clock: LocalClock;
  readonly mailbox: Mailbox;
  readonly secrets: SecretStore;
  readonly delays: Delays;
  readonly schedules: Schedules;
  readonly queues: QueueConsumer[];
  readonly replica: Replica;
  readonly streams: StreamConsumer[];
  readonly #state: LocalState;
  readonly #dynamo: LocalDynamo;
  readonly #emulators: Emulators;
  readonly #applePush: ApplePush;
  readonly #objects: Objects;
  readonly #gateway: Gateway;
  readonly #server: HttpServer;
  readonly #fakes: Fake[];
  readonly #dataDir: string | undefined;
  #stopped = false;
  #due: Promise<void> | undefined;

  /** Starts everything and loads the seed. `isolated` outlives the stack. Throws `StartError`. */
  static async start(
    settings: LocalSettings,
    isolated?: IsolatedFunctions,
  ): Promise<{ stack: Stack; url: string; keys: ShownKey[] }> {
    if (settings.bundles) assertBundles(settings.bundles, functionNames());
    let stack: Stack | undefined;
    let seeding: Stack | undefined;
    // Opens the port first: it may be in use, and functions need the address.
    const server = await listen(settings, async (request) => {
      const refusal = foreignPageRefusal(request);
      if (refusal) return refusal;
      return stack ? stack.serve(request) : ((await seeding?.serveInternal(request)) ?? gatewayError('starting'));
    });
    if (settings.dataDir && !settings.dynamoEndpoint) assertComplete(settings.dataDir);
    const state = new LocalState(settings.dataDir);
    const usage = new UsageMeter(functionNames());
    const functions = new Functions(functionNames(), usage, makeLog(settings.logLevel), { ...settings, isolated });
    const seed = await readSeed(settings, state);
    // The renderer of pictures starts while everything else does.
    const drawing = isolatedFunctions.find(({ name }) => name === 'rewrite-svg');
    if (seed.hasDrawings && drawing) void functions.warm(drawing);
    const [dynamo, emulators, applePush] = await Promise.all([
      startDynamo(settings),
      startEmulators(settings.dataDir),
      startApplePush(),
    ]);
    if (settings.dataDir) markLogNeeded(settings.dataDir, state.db);
    const secrets = new SecretStore(state);
    setEnvironment(settings, { url: server.url, dynamo, emulators, secrets, applePush });
    await fillRetryQuota();
    const instance = new Stack(settings, {
      server,
      state,
      usage,
      functions,
      secrets,
      dynamo,
      emulators,
      applePush,
      fakes: startFakes(),
    });
    seeding = instance;
    // The import of operator data runs in this process and uses the same environment variables as the functions.
    await readKeys();
    const keys = await loadSeed(settings, seed, { state, baseUrl: server.url });
    stack = instance;
    await instance.#recoverAfterKill();
    // Only after the caller has announced that it is ready: loading functions blocks this process.
    setImmediate(() => instance.#run(settings.preload));
    return { stack: instance, url: server.url, keys };
  }

  private constructor(
    settings: LocalSettings,
    parts: {
      server: HttpServer;
      state: LocalState;
      usage: UsageMeter;
      functions: Functions;
      secrets: SecretStore;
      dynamo: LocalDynamo;
      emulators: Emulators;
      applePush: ApplePush;
      fakes: Fake[];
    },
  ) {
    const { server, state, usage, functions, secrets, dynamo, emulators, applePush, fakes } = parts;
    this.#server = server;
    this.#state = state;
    this.#dynamo = dynamo;
    this.#emulators = emulators;
    this.#applePush = applePush;
    this.#fakes = fakes;
    this.#dataDir = settings.dataDir;
    this.usage = usage;
    this.functions = functions;
    this.clock = new LocalClock(state);
    this.secrets = secrets;
    this.mailbox = new Mailbox(state, () => this.clock.now());
    this.delays = new Delays(state, this.clock);
    this.schedules = new Schedules(schedules, this.functions, this.clock);
    this.#gateway = new Gateway(this.functions, this.clock);
    this.queues = queues.map(
      (queue) => new QueueConsumer(queue, emulators, this.functions, this.delays, this.#gateway),
    );
    this.replica = new Replica(dynamo);
    this.streams = streams.map((stream) => new StreamConsumer(stream, dynamo, this.functions, state, this.replica));
    this.#objects = new Objects(emulators.endpoint, SIGNER, this.clock, state);
    const notifyStreams = () => this.streams.forEach((stream) => stream.wake());
    dynamo.onWrite?.(notifyStreams);
    installWire([
      tableService(dynamo, { usage, replica: this.replica, notifyWrite: notifyStreams }),
      this.delays.service((name) => this.#wakeQueue(name)),
      this.#objects.service(server.url),
      this.mailbox.service(),
      this.secrets.service(),
      lambdaService(server.url),
    ]);
    wrapOutside(server.url);
  }

  async serve(request: GatewayRequest): Promise<HttpReply> {
    const { target } = request;
    if (target === CONTROL_PATH || target.startsWith(`${CONTROL_PATH}/`)) return serveControl(this, request);
    if (target.startsWith(`${MAIL_PATH}/`)) return this.mailbox.serve(request);
    const reply = await this.serveInternal(request);
    return reply ?? (await serveFake(this.#fakes, request)) ?? this.#gateway.serve(request);
  }

  /** Requests of the service to itself, even during the import of operator data. */
  async serveInternal(request: GatewayRequest): Promise<HttpReply | undefined> {
    const { target } = request;
    if (target.startsWith(`${OBJECTS_PATH}/`)) return this.#objects.serve(request);
    if (target.startsWith(SECRETS_PATH)) return this.secrets.serve(request);
    if (target.startsWith(`${LAMBDA_PATH}/`)) return serveLambda(this.functions, request);
    return serveTable(this.#dynamo, request);
  }

  /** Runs everything due by the clock: delayed messages, schedules, expired objects. */
  async runWhatIsDue(): Promise<void> {
    // One round at a time; a concurrent caller waits for the next round.
    while (this.#due) await this.#due;
    this.#due = this.#runDue().finally(() => (this.#due = undefined));
    await this.#due;
  }

  async dueRows(): Promise<DueRow[]> {
    const rows = await scanTable<{ pk: { S: string }; sk: { S: string }; duepk: { S: string } }>(this.#dynamo, {
      IndexName: 'due',
      FilterExpression: 'duesk <= :now',
      ExpressionAttributeValues: { ':now': { S: `${sortable(this.clock.nowMs())}#~` } },
    });
    return rows.map(({ pk, sk, duepk }) => ({ key: `${pk.S} ${sk.S}`, kind: duepk.S.replace(/#.*/, '') }));
  }

  scan(filter: object): Promise<Record<string, unknown>[]> {
    return scanTable(this.#dynamo, filter);
  }

  /** Stops serving, gives running functions a short time to finish, and stops the emulators. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const consumer of [...this.queues, ...this.streams]) consumer.stop();
    await this.#server.stop();
    const deadline = Date.now() + STOP_GRACE_MS;
    while (this.functions.running().length > 0 && Date.now() < deadline) await sleep(10);
    if (this.functions.running().length === 0) this.#state.set(RUNNING, '');
    this.functions.silence();
    this.functions.stop();
    this.#applePush.stop();
    await Promise.allSettled([this.#emulators.stop(), this.#dynamo.stop()]);
    if (this.#dataDir) foldLogs(this.#dataDir, this.#state.db);
    this.#state.close();
  }

  /** A run that did not stop properly left unfinished work. */
  async #recoverAfterKill(): Promise<void> {
    if (this.#state.get(RUNNING)) await settleUnconfirmedMails(this.#dynamo, this.mailbox, this.clock.nowMs());
    this.#state.set(RUNNING, 'yes');
  }

  #run(preload: boolean): void {
    if (this.#stopped) return;
    for (const consumer of [...this.queues, ...this.streams]) void consumer.run();
    void this.#tick();
    if (preload) void this.#warm();
  }

  async #tick(): Promise<void> {
    while (!this.#stopped) {
      try {
        await this.runWhatIsDue();
      } catch (error) {
        if (!this.#stopped) this.functions.log('error', 'Due work failed', { error: String(error) });
      }
      await sleep(TICK_MS);
    }
  }

  async #runDue(): Promise<void> {
    for (const { id, queue, message } of this.delays.due()) {
      await this.#emulators.sqs('SendMessage', { QueueUrl: queue, ...message });
      this.delays.forget(id);
      this.#wakeQueue(queue.split('/').at(-1) ?? '');
    }
    await this.schedules.runDue();
    await this.#objects.expire();
  }

  /** Loads handlers one by one, so that their first requests do not wait. The ready line is printed before. */
  async #warm(): Promise<void> {
    for (const definition of allFunctions()) {
      if (this.#stopped) return;
      if (definition.isolated) continue;
      await this.functions.warm(definition).catch((error: unknown) => this.functions.report(definition.name, error));
      await sleep(1);
    }
  }

  #wakeQueue(name: string): void {
    for (const queue of this.queues) if (queue.definition.name === name) queue.wake();
  }
}
