import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';

const FOLDER = 'lib/decisions';
const INDEX = `${FOLDER}/README.md`;

const records = new Map(
  globSync(`${FOLDER}/*.md`)
    .filter((file) => file !== INDEX)
    .map((file) => [file, readFileSync(file, 'utf8')]),
);

/** Matches files and folders in a record, but not paths of routes and names of packages, which begin differently. */
const namedIn = (text: string): string[] =>
  [...text.matchAll(/`((?:bin|events|functions|lib|test)\/[^`\s]*)`/g)].map(([, name]) => name!);

describe('decision records', () => {
  it('name files and folders that exist', () => {
    const named = [...records].flatMap(([file, text]) => namedIn(text).map((name) => ({ file, name })));
    expect(named.length).toBeGreaterThan(30);
    const faults = named.filter(({ name }) => !existsSync(name)).map(({ file, name }) => `${file} names ${name}`);
    expect(faults).toEqual([]);
  });

  it('are in the index, each once and by its subject', () => {
    const listed = [...readFileSync(INDEX, 'utf8').matchAll(/^- \[([a-z0-9-]+)\]\(\1\.md\): .+$/gm)].map(
      ([, name]) => name!,
    );
    expect(listed.toSorted()).toEqual([...records.keys()].map((file) => basename(file, '.md')).toSorted());
  });

  it('have context, alternatives and decision', () => {
    const PARTS = ['**Context.** ', '**Considered.** ', '**Decision.**'];
    const faults = [...records]
      // The single decision of this record is above its generated tables.
      .filter(([file]) => file !== `${FOLDER}/order-life.md`)
      .flatMap(([file, text]) =>
        text
          .split(/^## /m)
          .slice(1)
          .filter((decision) => {
            const places = PARTS.map((part) => decision.indexOf(`\n${part}`));
            return places.some((place, at) => place <= (places[at - 1] ?? 0));
          })
          .map((decision) => `${file}: ${decision.split('\n')[0]}`),
      );
    expect(faults).toEqual([]);
  });
});
