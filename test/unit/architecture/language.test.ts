import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sourcesIn } from './sources.ts';

/** Words that do not describe code, with what to write instead. */
const WORDS: ReadonlyMap<RegExp, string> = new Map([
  [/\b(?:told|tells?|telling)\b/i, 'log, return, report, notify, record'],
  [/\b(?:stands?|standing|stood)\b/i, 'be; current, latest, status'],
  [/\bwhoever\b/i, 'the caller, the client, the user'],
  [/\b(?:some|any)body\b/i, 'a user, another process'],
  [/\bnobody\b/i, 'no one, no user, no client'],
  [/\bso (?:many|much)\b/i, 'N, the amount'],
  [/\banew\b/i, 'again'],
  [/(?<!there )\bis (?:none|nothing)\b/i, 'is not valid, is unknown'],
  [/\blets? go\b/i, 'releases'],
  [/\b(?:gives?|gave|given|giving) (?:over|up)\b/i, 'hands over, stops retrying'],
  [/\bbeside\b/i, 'next to, in addition to, concurrent with'],
  [/\b(?:foresee|foresees|foreseen|rehearsals?|rehearsed)\b/i, 'preview, dry run'],
  [/\b(?:dear|dearer|dearest)\b/i, 'costly, preferred'],
  [/\bfulfil(?:ment)?\b/i, 'fulfill, fulfillment'],
]);

/**
 * Words that translations must not contain, with the term to use instead, because each language has one term for one
 * thing.
 */
const TERMS: ReadonlyMap<RegExp, string> = new Map([
  [/\bMwSt\b|Mehrwertsteuer/i, 'USt.'],
  [/\bmomsnummer\b(?<!CVR-\/momsnummer)/i, 'CVR-/momsnummer, momsregistreringsnummer'],
  [/tilbagebetal|tilbakebetal/i, 'refundere, refundering, refusjon'],
  [/\brefusion(?:er)?\b/i, 'refundering'],
  [/återbetalad|betalat med/i, 'återbetald, betalt med'],
  [/kanseller|utleveringssted/i, 'annullere, hentested'],
  [/\bselskap(?:et)?\b/i, 'bedrift'],
  [/annullera(?:t|ts|d)\b/i, 'makulera'],
  [/\btillstånd\b/i, 'status'],
  [/Verkaufsbedingungen|Geschäftsbedingungen|\bsalgsbetingelser/i, 'AGB, handelsbetingelser'],
  [/Zahlungsdienst\b|betaltjänst|betalnings?leverantör|betalingstjeneste/i, 'Zahlungsanbieter, betalleverantör'],
  [/\bfreiwillig|\bfrivillig/i, 'optional, valfritt'],
  [/\b(?:gebyrer og|avgifter och) (?:forsendelse|frakt)/i, 'porto'],
  [/Geschenkkarte|Eintrittskarte/i, 'Gutschein, Ticket'],
]);

/** The text of a page for readers: without code, URLs of links or hyphenated names such as those of files. */
const proseOf = (page: string): string =>
  page
    .replaceAll(/^```[^]*?^```$/gm, '')
    .replaceAll(/`[^`]*`/g, '')
    .replaceAll(/\]\([^)]*\)/g, ']')
    .replaceAll(/\b[a-z]+(?:-[a-z]+)+\b/g, '');

const commentsOf = (source: string): string =>
  [...source.matchAll(/\/\*[^]*?\*\/|(?<=^|\s)\/\/[^\n]*/g)].map(([comment]) => proseOf(comment)).join('\n');

const wordsIn = (text: string, words = WORDS): string[] =>
  [...words].flatMap(([word, instead]) => {
    const [found] = word.exec(text) ?? [];
    return found === undefined ? [] : [`"${found}": write ${instead}`];
  });

const namesIn = (source: string): string[] =>
  [...source.matchAll(/\b(?:const|let|function|class|interface|type) ([A-Za-z]\w*)/g)].map(([, name = '']) => name);

/** The words of a name or a path. */
const spaced = (name: string): string => name.replaceAll(/[-_/]/g, ' ').replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');

const pages = globSync(['*.md', '{functions,lib,test}/**/*.md']).filter(
  (file) => !/\/(?:assets|node_modules)\//.test(file),
);

describe('the language of the project', () => {
  it('is plain on every page', () => {
    const faults = pages.flatMap((file) =>
      wordsIn(proseOf(readFileSync(file, 'utf8'))).map((fault) => `${file} ${fault}`),
    );
    expect(faults).toEqual([]);
  });

  it('is plain in every comment', () => {
    const written = [...sourcesIn('functions', 'lib', 'bin', 'test').values()].filter(
      ({ file }) => !file.startsWith('test/clients/out/'),
    );
    const faults = written.flatMap(({ file, text }) => wordsIn(commentsOf(text)).map((fault) => `${file} ${fault}`));
    expect(faults).toEqual([]);
  });

  it('is plain in comments of files that are not TypeScript', () => {
    const slashes = [
      'lib/client/make/runtime-types.txt',
      ...globSync('functions/{desk,pages/shop}/assets/*.{js,css}'),
    ].map((file) => [file, commentsOf(readFileSync(file, 'utf8'))] as const);
    const hashes = ['Dockerfile', '.ci/run', ...globSync('.github/workflows/*.yml')].map((file) => {
      const comments = readFileSync(file, 'utf8').match(/^\s*#.*$/gm) ?? [];
      return [file, proseOf(comments.join('\n'))] as const;
    });
    const faults = [...slashes, ...hashes].flatMap(([file, text]) => wordsIn(text).map((fault) => `${file} ${fault}`));
    expect(faults).toEqual([]);
  });

  it('is plain in every declared name', () => {
    const faults = [...sourcesIn('functions', 'lib', 'bin', 'test').values()].flatMap(({ file, text }) =>
      [file, ...namesIn(text)].flatMap((name) => wordsIn(spaced(name)).map((fault) => `${file} ${name} ${fault}`)),
    );
    expect(faults).toEqual([]);
  });

  it('has one term for one thing in each language of the pages', () => {
    // The texts of the legacy API stay as they are.
    const pages = [...sourcesIn('functions').values()].filter(({ file }) => !file.includes('pipeline/translation'));
    const faults = pages.flatMap(({ file, text }) => wordsIn(text, TERMS).map((fault) => `${file} ${fault}`));
    expect(faults).toEqual([]);
  });

  it.each([
    ['The webhook tells what happened.', 1],
    ['Nobody stands beside it.', 3],
    ['`so many` is code, and [a page](whoever.md) a link.', 0],
  ])('finds the forbidden words in %j', (text, count) => expect(wordsIn(proseOf(text))).toHaveLength(count));
});
