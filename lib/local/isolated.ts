import { fork, type ChildProcess } from 'node:child_process';
import { dirname, join, resolve } from 'node:path';
import type { FunctionDefinition } from '../definition.ts';
import { PROJECT } from './settings.ts';

/** An isolated function ran out of what it has, or failed; `type` is what the platform would call it. */
export class IsolatedFailure extends Error {
  readonly type: string;
  constructor(type: string, message: string) {
    super(message);
    this.name = 'IsolatedFailure';
    this.type = type;
  }
}

interface Message {
  ready?: boolean;
  result?: unknown;
  error?: string;
  rss?: number;
}

interface Room {
  child: ChildProcess;
  ready: Promise<void>;
}

/** Rooms of one function that work at the same time; further events wait. */
const ROOMS_MAX = 2;
const IDLE_MS = 30_000;
const START_LIMIT_MS = 30_000;
/** A room that took more of its memory than this share is not used again: memory of codecs does not come back. */
const WORN_SHARE = 0.5;
const BYTES_PER_MB = 1024 * 1024;

/**
 * Runs isolated functions as they run when deployed: each in a process that has no variable of ours, may read nothing
 * but the code, and is ended when it takes more time or memory than its definition has.
 */
export class Isolated {
  readonly #bundles: string | undefined;
  readonly #rooms = new Map<string, Set<Room>>();
  readonly #idle = new Map<string, Room[]>();
  readonly #waiting = new Map<string, ((room: Room | undefined) => void)[]>();
  #stopped = false;

  constructor(bundles?: string) {
    this.#bundles = bundles;
  }

  /** The handler's result. Throws `IsolatedFailure`. */
  async run(definition: FunctionDefinition, event: unknown): Promise<unknown> {
    const room = await this.#enter(definition);
    let isWorn = true;
    try {
      const { message, worn } = await this.#work(room, definition, event);
      isWorn = worn;
      if (message.error !== undefined) throw new IsolatedFailure('Error', message.error);
      return message.result;
    } finally {
      this.#leave(definition, room, isWorn);
    }
  }

  /** Ends every process at once. */
  stop(): void {
    this.#stopped = true;
    for (const rooms of this.#rooms.values()) for (const { child } of rooms) child.kill('SIGKILL');
  }

  async #enter(definition: FunctionDefinition): Promise<Room> {
    const { name } = definition;
    const idle = this.#idle.get(name)?.pop();
    if (idle) return idle;
    const rooms = this.#rooms.get(name) ?? new Set();
    this.#rooms.set(name, rooms);
    if (rooms.size >= ROOMS_MAX) {
      const handed = await new Promise<Room | undefined>((take) => {
        this.#waiting.set(name, [...(this.#waiting.get(name) ?? []), take]);
      });
      return handed ?? this.#enter(definition);
    }
    const room = this.#open(definition);
    rooms.add(room);
    return room;
  }

  #leave({ name }: FunctionDefinition, room: Room, isWorn: boolean): void {
    const [next, ...others] = this.#waiting.get(name) ?? [];
    this.#waiting.set(name, others);
    if (isWorn || room.child.exitCode !== null || room.child.signalCode !== null) {
      this.#close(name, room);
      next?.(undefined);
    } else if (next) next(room);
    else this.#rest(name, room);
  }

  #rest(name: string, room: Room): void {
    const idle = [...(this.#idle.get(name) ?? []), room];
    this.#idle.set(name, idle);
    setTimeout(() => {
      const still = this.#idle.get(name) ?? [];
      if (!still.includes(room)) return;
      this.#idle.set(
        name,
        still.filter((each) => each !== room),
      );
      this.#close(name, room);
    }, IDLE_MS).unref();
  }

  #close(name: string, room: Room): void {
    this.#rooms.get(name)?.delete(room);
    room.child.kill('SIGKILL');
  }

  #open(definition: FunctionDefinition): Room {
    if (this.#stopped) throw new IsolatedFailure('Stopped', 'The stack is being stopped');
    const file = this.#bundles ? join(this.#bundles, definition.name, 'index.cjs') : resolve(PROJECT, definition.entry);
    const child = fork(join(import.meta.dirname, 'isolated-guard.ts'), [file, String(definition.memoryMb)], {
      env: { FUNCTION_NAME: definition.name },
      execArgv: [
        '--permission',
        `--allow-fs-read=${PROJECT}`,
        `--allow-fs-read=${dirname(file)}`,
        '--allow-worker',
        '--no-warnings',
      ],
      serialization: 'json',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const ready = heard(child, START_LIMIT_MS, (message) => message.ready === true).then(() => undefined);
    ready.catch(() => {});
    return { child, ready };
  }

  async #work(
    { child, ready }: Room,
    { timeoutSeconds, memoryMb }: FunctionDefinition,
    event: unknown,
  ): Promise<{ message: Message; worn: boolean }> {
    await ready;
    const answer = heard(child, timeoutSeconds * 1000, () => true);
    child.send(event as object);
    const message = await answer;
    return { message, worn: (message.rss ?? 0) > memoryMb * BYTES_PER_MB * WORN_SHARE };
  }
}

/** The next message that is waited for. Throws `IsolatedFailure` when the process ends first, or its time is over. */
const heard = (child: ChildProcess, limitMs: number, isIt: (message: Message) => boolean): Promise<Message> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      end(() => reject(new IsolatedFailure('Sandbox.Timedout', `Task timed out after ${limitMs} ms`)));
    }, limitMs);
    const onMessage = (message: Message): void => {
      if (message.error !== undefined || isIt(message)) end(() => resolve(message));
    };
    const onExit = (): void =>
      end(() => reject(new IsolatedFailure('Runtime.ExitError', 'The process ended: signal: killed')));
    const end = (tell: () => void): void => {
      clearTimeout(timer);
      child.off('message', onMessage).off('exit', onExit);
      tell();
    };
    child.on('message', onMessage).on('exit', onExit);
  });
