import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { allFunctions, routes } from '../../../lib/definition.ts';
import { sourcesIn } from './sources.ts';

const functions = [...sourcesIn('functions').values()];

const linesWith = (pattern: RegExp, except: readonly string[] = []): string[] =>
  functions
    .filter(({ file }) => !except.includes(file))
    .flatMap(({ file, text }) =>
      text
        .split('\n')
        .map((line, index) => ({ line, place: `${file}:${index + 1}` }))
        .filter(({ line }) => pattern.test(line) && !/^\s*(\*|\/\/|\/\*)/.test(line))
        .map(({ place, line }) => `${place} ${line.trim()}`),
    );

describe('declarations of functions and routes', () => {
  const entries = allFunctions().flatMap(({ name, entry, routes: members }) =>
    members ? members.map((route) => [route.name, route.entry]) : [[name, entry]],
  );

  it.each(entries)('%s has its entry file, which exports a handler', (_, entry) => {
    expect(existsSync(entry!), entry).toBe(true);
    expect(readFileSync(entry!, 'utf8')).toMatch(
      /^export (const handler\b|async function handler\b|function handler\b|\{[^}]*\bhandler\b)/m,
    );
  });

  it('functions have unique names that are short enough for the prefix of an environment', () => {
    const names = [...new Set(allFunctions().map(({ name }) => name))];
    for (const name of names) expect(name).toMatch(/^[a-z][a-z0-9-]{1,38}$/);
    expect(new Set(routes.map(({ name }) => name)).size).toBe(routes.length);
    const entries = allFunctions().map(({ name, entry }) => [name, entry].join(' '));
    expect(new Set(entries).size).toBe(names.length);
  });

  it('a method and path is declared once, and parameters of one position have one name', () => {
    const keys = routes.map(({ method, path }) => `${method} ${path.replaceAll(/\{[^}]+\}/g, '{}')}`);
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  it('a route is in the folder of a surface, and its time limit is below that of the API', () => {
    for (const route of routes) {
      expect(route.entry).toMatch(/^functions\/(api|pages|desk|agents|fallback)(\/[a-z0-9-]+)*\/[a-z0-9-]+\.ts$/);
      expect(route.timeoutSeconds ?? 15, route.name).toBeLessThan(30);
    }
  });
});

describe('conventions for small and correct functions', () => {
  it('an error is logged with name, code and stack position, and never converted to text', () => {
    const stringified = /log\.(error|warn|info|debug)\([^)]*(String\(|\.message\b|JSON\.stringify)/;
    expect(linesWith(stringified)).toEqual([]);
  });

  it('workers, schedules and stream consumers fail with our own message, because the platform logs the message of an error', () => {
    const inner = functions.filter(
      ({ file, text }) => /^functions\/(workers|schedules|streams)\//.test(file) && /^export const handler/m.test(text),
    );
    expect(inner.length).toBeGreaterThan(10);
    expect(inner.filter(({ text }) => !/^export const handler = (withFailureLog|queueWorker)\(/m.test(text))).toEqual(
      [],
    );
  });

  it('AWS clients have a time limit, because the SDK otherwise waits until the function times out', () => {
    const clients = functions.filter(
      ({ text }) => /new \w+Client\(/.test(text) && text.includes("from '@aws-sdk/client-"),
    );
    expect(clients.length).toBeGreaterThan(5);
    const without = clients.filter(
      ({ text }) => !/requestTimeout: \w+,\s+throwOnRequestTimeout: true/.test(text) || !text.includes('maxAttempts:'),
    );
    expect(without.map(({ file }) => file)).toEqual([]);
  });

  it('a call without retries opens a new connection, because a frozen function keeps connections that no longer work', () => {
    // These calls are repeated with the same idempotency key or by a queue, or are made on one machine only.
    const repeated =
      /^functions\/(adapters\/(payments|vendor)|adapters\/wallet\/google-api|domain\/payments\/test-gateway)/;
    const calls = functions.filter(
      ({ file, text }) =>
        /\bawait fetch\(|maxAttempts: 1,/.test(text) && !/\/assets\//.test(file) && !repeated.test(file),
    );
    expect(calls.length).toBeGreaterThan(5);
    expect(
      calls.filter(({ text }) => !text.includes('...NEW_CONNECTION') && !text.includes('headers: NEW_CONNECTION')),
    ).toEqual([]);
  });

  it('a lookup table accepts own members only, because an external name may be an inherited one', () => {
    // These files look up only names that the service declares: routes, members of schemas, statuses.
    const declared = /^functions\/(api\/docs\/|pipeline\/json-schema\.ts|agents\/descriptions\.ts)/;
    const TABLE = /^(export )?const (\w+): (?:Readonly<)?Record<string,/gm;
    const tablesIn = (text: string): string[] => [...text.matchAll(TABLE)].map(([, , name]) => name!);
    const exported = new Set(
      functions.flatMap(({ text }) => [...text.matchAll(TABLE)].flatMap(([, word, name]) => (word ? [name!] : []))),
    );
    expect(exported.size).toBeGreaterThan(15);
    const found = functions.flatMap(({ file, text }) => {
      if (declared.test(file)) return [];
      const imported = [...text.matchAll(/^import \{([^}]+)\}/gm)].flatMap(([, names]) => names!.match(/\w+/g) ?? []);
      const known = [...tablesIn(text), ...imported.filter((name) => exported.has(name))];
      return known
        .filter((name) => new RegExp(`(?<![\\w.])${name}\\[(?!')|\\bin ${name}\\b`).test(text))
        .map((name) => `${file} ${name}`);
    });
    expect(found).toEqual([]);
  });

  it('only the clock module reads the time', () => {
    // The verification module is for receivers, which have clocks of their own.
    const own = ['functions/platform/clock.ts', 'functions/platform/verify-webhook.ts'];
    expect(linesWith(/\bDate\.now\(\)|\bnew Date\(\)/, own)).toEqual([]);
  });

  it('times in sort keys have one format', () => {
    expect(linesWith(/padStart\(14\b/, ['functions/storage/sortable.ts'])).toEqual([]);
  });

  it('zod is used as the mini build, imported as a namespace', () => {
    const faults = functions.flatMap(({ file, imports }) =>
      imports.filter(({ target }) => /^zod($|\/(?!mini))/.test(target)).map(({ target }) => `${file} -> ${target}`),
    );
    expect(faults).toEqual([]);
    expect(linesWith(/import (?!\* as z |type \* as z ).*from 'zod\/mini'/)).toEqual([]);
  });

  it('only the logger prints, and no log contains a secret, a code or personal data', () => {
    expect(linesWith(/\bconsole\.\w+\(/)).toEqual([]);
    const calls = functions.flatMap(({ file, text }) =>
      [...text.matchAll(/\blog\.(?:debug|info|warn|error|setKeys)\(([\s\S]*?)\);/g)].map(([, given]) => ({
        file,
        given: given!,
      })),
    );
    expect(calls.length).toBeGreaterThan(0);
    const forbidden =
      /\b(secret|token|password|authorization|email|phone|address|itemCode|item_code|rawBody)\b|\bevent\b(?!\.)/i;
    expect(calls.filter(({ given }) => forbidden.test(given.replaceAll(/'[^']*'|`[^`]*`/g, '')))).toEqual([]);
  });

  it('no code asserts the type of a row: a codec parses it, or its type is checked', () => {
    const casts = linesWith(/\bas (readonly )?\w*Row\b(?!['`])/).filter((line) => !/:\d+ (import|export) /.test(line));
    // Storage creates rows from the SDK's data; an import creates rows from a file.
    const elsewhere = casts.filter(
      (line) => !/^functions\/(storage|domain\/administration\/operator-data)\//.test(line),
    );
    expect(elsewhere.map((line) => line.replace(/:\d+ /, ': '))).toEqual([
      // Rows that this process has read itself, shared under the name of that read.
      'functions/domain/catalog/listing/browse.ts: if (entry) return entry.value as Row[];',
      // An item with changed marks, without undefined members.
      'functions/domain/value/items/ledger/ledger.ts: return next as ItemRow;',
    ]);
  });

  it('an order is read only through the shape of its rows, which upgrades rows of older releases', () => {
    expect(linesWith(/\b(get|getRow|queryPages?|queryAll|updateRow|mergedPage)<OrderRow>\(/)).toEqual([]);
  });

  it('no function scans the table: only commands run by an operator read all of it', () => {
    const outside = (allowed: RegExp) => (line: string) => !allowed.test(line);
    expect(linesWith(/\bScanCommand\b/).filter(outside(/^functions\/storage\/(every-row|commands)\.ts:/))).toEqual([]);
    expect(linesWith(/storage\/every-row/).filter(outside(/^functions\/domain\/reporting\/privacy\//))).toEqual([]);
    expect(linesWith(/domain\/reporting\/privacy\//).filter(outside(/^lib\/ops\/privacy\.ts:/))).toEqual([]);
  });
});
