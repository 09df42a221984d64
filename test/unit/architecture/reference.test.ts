import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourcesIn } from './sources.ts';

const REFERENCE = 'lib/reference';

/** The anchor of a heading on the rendered page. */
const anchorOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replace(/\s/g, '-');

const headingsOf = (text: string): string[] =>
  [...text.matchAll(/^#{1,6} +(.+)$/gm)].map(([, heading]) => anchorOf(heading!));

const pages = new Map(globSync(`${REFERENCE}/*.md`).map((file) => [file, readFileSync(file, 'utf8')]));
/** Pages for people, which code does not refer to. */
const GUIDES = new Set(['README', 'assistants', 'figures', 'glossary', 'operator-commands', 'settings']);
const rules = [...pages]
  .filter(([file]) => !GUIDES.has(basename(file, '.md')))
  .flatMap(([file, text]) => [...text.matchAll(/^## +(.+)$/gm)].map(([, heading]) => `${file}#${anchorOf(heading!)}`));

const code = [...sourcesIn('bin', 'functions', 'lib', 'test').values()];
const documents = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', ...globSync('{functions,lib}/**/*.md')].map(
  (file) => ({
    file,
    text: readFileSync(file, 'utf8'),
  }),
);

/**
 * Documents referred to in comments, by the path from the top of the project or from the file, without links to other
 * sites.
 */
const namedIn = (text: string): string[] =>
  [...text.matchAll(/(?<![\w/.:@-])(?:[\w.-]+\/)*[\w-]+\.md\b(?:#[\w-]+)?/g)].map(([name]) => name);

const exists = (file: string, name: string): boolean => {
  const [path = '', anchor] = name.split('#');
  const match = [path, normalize(join(dirname(file), path))].find((each) => existsSync(each));
  if (match === undefined) return false;
  return anchor === undefined || headingsOf(readFileSync(match, 'utf8')).includes(anchor);
};

const commentsOf = (text: string): string =>
  [...text.matchAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g)].map(([comment]) => comment).join('\n');

describe('the reference of rules', () => {
  it('has every rule that a comment refers to, and no comment refers to a missing document', () => {
    const faults = code.flatMap(({ file, text }) =>
      namedIn(commentsOf(text))
        .filter((name) => !exists(file, name))
        .map((name) => `${file} names ${name}`),
    );
    expect(faults).toEqual([]);
  });

  it('has only rules that code refers to', () => {
    const named = new Set(code.flatMap(({ text }) => namedIn(commentsOf(text))));
    expect(rules.length).toBeGreaterThan(50);
    expect(rules.filter((rule) => !named.has(rule))).toEqual([]);
  });

  it('has valid links, like every page', () => {
    const faults = documents.flatMap(({ file, text }) =>
      [...text.matchAll(/\]\(([^)\s]+)\)/g)]
        .map(([, target]) => target!)
        .filter((target) => !/^[a-z]+:/.test(target))
        .filter(
          (target) =>
            !exists(file, target.startsWith('#') ? `${file}${target}` : normalize(join(dirname(file), target))),
        )
        .map((target) => `${file} -> ${target}`),
    );
    expect(faults).toEqual([]);
  });

  it('has a separate anchor for each of its rules', () => {
    for (const [file, text] of pages) {
      const anchors = headingsOf(text);
      expect(anchors, file).toEqual([...new Set(anchors)]);
    }
  });
});
