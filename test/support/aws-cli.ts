import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gunzipSync, inflateRawSync } from 'node:zlib';

/** The AWS command line as described by its own models, which the CDK library includes. */
const ARCHIVE = join(
  dirname(createRequire(import.meta.url).resolve('@aws-cdk/asset-awscli-v1/package.json')),
  'lib/layer.zip',
);
/** Service names of the command line that differ from the models. */
const FOLDERS: Record<string, string> = { s3api: 's3' };
/** Options of every command. */
const GLOBAL_OPTIONS = new Set(['query', 'output', 'region', 'profile', 'no-cli-pager']);

interface Shape {
  type: string;
  members?: Record<string, { shape: string }>;
  required?: string[];
  enum?: string[];
  member?: { shape: string };
}
interface Model {
  operations: Record<string, { input?: { shape: string } }>;
  shapes: Record<string, Shape>;
}

interface Entry {
  name: string;
  at: number;
  packedBytes: number;
  packed: boolean;
}

const readAt = (file: number, at: number, bytes: number): Buffer => {
  const buffer = Buffer.alloc(bytes);
  readSync(file, buffer, 0, bytes, at);
  return buffer;
};

/** Entries of the archive, read from its central directory. */
const entriesOf = (file: number, size: number): Entry[] => {
  const tail = readAt(file, Math.max(0, size - 65_557), Math.min(size, 65_557));
  const end = tail.lastIndexOf(Buffer.from('PK\u0005\u0006'));
  const directory = readAt(file, tail.readUInt32LE(end + 16), tail.readUInt32LE(end + 12));
  const entries: Entry[] = [];
  for (let at = 0; at < directory.length && directory.readUInt32LE(at) === 0x02014b50;) {
    const nameBytes = directory.readUInt16LE(at + 28);
    entries.push({
      name: directory.toString('utf8', at + 46, at + 46 + nameBytes),
      at: directory.readUInt32LE(at + 42),
      packedBytes: directory.readUInt32LE(at + 20),
      packed: directory.readUInt16LE(at + 10) !== 0,
    });
    at += 46 + nameBytes + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return entries;
};

const contentOf = (file: number, { at, packedBytes, packed }: Entry): Buffer => {
  const head = readAt(file, at, 30);
  const content = readAt(file, at + 30 + head.readUInt16LE(26) + head.readUInt16LE(28), packedBytes);
  return packed ? inflateRawSync(content) : content;
};

/** `UpdateTimeToLive` on the command line: `update-time-to-live`. */
const optionName = (name: string): string =>
  name
    .replaceAll(/(.)([A-Z][a-z]+)/g, '$1-$2')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase();

/** Words of a command, split like a shell. */
const wordsOf = (command: string): string[] =>
  [...command.matchAll(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g)].map(([word]) => word.replaceAll(/^['"]|['"]$/g, ''));

const isPlaceholder = (value: string): boolean => /^[A-Z]+$|[$:*{]|^file:/.test(value);

/** Checks commands of the AWS command line against its models. Reads each model on first use. */
export class AwsCli {
  readonly #file: number;
  readonly #entries: Entry[];
  readonly #models = new Map<string, Model>();

  constructor() {
    this.#file = openSync(ARCHIVE, 'r');
    this.#entries = entriesOf(this.#file, fstatSync(this.#file).size);
  }

  close(): void {
    closeSync(this.#file);
  }

  /** Faults of a command (`aws dynamodb delete-table --table-name x`), one sentence each. */
  commandFaults(command: string): string[] {
    const [, service = '', operation = '', ...rest] = wordsOf(command);
    const folder = FOLDERS[service] ?? service;
    if (operation === 'wait') return this.#waits(folder, rest[0] ?? '') ? [] : [`${service} has no waiter ${rest[0]}`];
    const model = this.#model(folder);
    if (!model) return [`There is no service ${service}`];
    const match = Object.entries(model.operations).find(([name]) => optionName(name) === operation);
    if (!match) return [`${service} has no ${operation}`];
    const input = match[1].input ? model.shapes[match[1].input.shape] : undefined;
    const given = optionsIn(rest);
    const members = new Map(Object.entries(input?.members ?? {}).map(([name, { shape }]) => [optionName(name), shape]));
    const needed = (input?.required ?? [])
      .map(optionName)
      .filter((name) => !given.has(name) && !given.has(`no-${name}`));
    return [
      ...needed.map((name) => `${operation} needs --${name}`),
      ...[...given].flatMap(([name, value]) => optionFaults(model, members, name, value)),
    ];
  }

  #model(service: string): Model | undefined {
    const known = this.#models.get(service);
    if (known) return known;
    const newest = this.#newest(service, 'service-2.json.gz');
    if (!newest) return undefined;
    const model = JSON.parse(gunzipSync(contentOf(this.#file, newest)).toString()) as Model;
    this.#models.set(service, model);
    return model;
  }

  #waits(service: string, waiter: string): boolean {
    const newest = this.#newest(service, 'waiters-2.json');
    if (!newest) return false;
    const { waiters } = JSON.parse(contentOf(this.#file, newest).toString()) as { waiters: Record<string, unknown> };
    return Object.keys(waiters).some((name) => optionName(name) === waiter);
  }

  /** The newest version of a file of a service, whose folders are named by version date. */
  #newest(service: string, file: string): Entry | undefined {
    return this.#entries
      .filter(({ name }) => name.startsWith(`awscli/botocore/data/${service}/`) && name.endsWith(`/${file}`))
      .toSorted((a, b) => a.name.localeCompare(b.name))
      .at(-1);
  }
}

/** Options of a command with their values. */
const optionsIn = (words: readonly string[]): Map<string, string[]> => {
  const options = new Map<string, string[]>();
  let values: string[] = [];
  for (const word of words) {
    if (word.startsWith('--')) options.set(word.slice(2), (values = []));
    else values.push(word);
  }
  return options;
};

const optionFaults = (
  model: Model,
  members: ReadonlyMap<string, string>,
  name: string,
  values: readonly string[],
): string[] => {
  const shape = model.shapes[members.get(name) ?? members.get(name.replace(/^no-/, '')) ?? ''];
  if (!shape) return GLOBAL_OPTIONS.has(name) ? [] : [`There is no option --${name}`];
  if (shape.type === 'boolean') return values.length > 0 ? [`--${name} takes no value`] : [];
  if (name.startsWith('no-') && !members.has(name)) return [`--${name.slice(3)} is not a boolean option`];
  if (values.length === 0) return [`--${name} takes a value`];
  return values.flatMap((value) => valueFaults(model, shape, `--${name}`, value));
};

const valueFaults = (model: Model, shape: Shape, name: string, value: string): string[] => {
  if (shape.type === 'list' && shape.member) return valueFaults(model, model.shapes[shape.member.shape]!, name, value);
  if (shape.enum) return shape.enum.includes(value) ? [] : [`${name} cannot be ${value}`];
  if (isPlaceholder(value)) return [];
  if (shape.type !== 'structure') return [];
  return value.split(',').flatMap((pair) => {
    const [member = '', inside = ''] = pair.split('=');
    const found = shape.members?.[member];
    return found
      ? valueFaults(model, model.shapes[found.shape]!, `${name} ${member}`, inside)
      : [`${name} has no ${member}`];
  });
};
