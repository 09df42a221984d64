import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
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

/** Folders whose comments are rewritten. Add a folder when it is. */
const FOLDERS = new Set<string>([
  'functions',
  'functions/adapters/courier',
  'functions/adapters/isolated',
  'functions/adapters/mail',
  'functions/adapters/objects',
  'functions/adapters/outside',
  'functions/adapters/queue',
  'functions/adapters/secrets',
  'functions/adapters/vendor',
  'functions/adapters/webhooks',
  'functions/api/account',
  'functions/api/brand',
  'functions/api/catalog',
  'functions/api/docs',
  'functions/api/companies',
  'functions/api/docs/guide',
  'functions/api/docs/openapi/glossary',
  'functions/api/docs/openapi/refine',
  'functions/api/documents',
  'functions/api/greeting-images',
  'functions/api/items',
  'functions/api/order-page',
  'functions/api/orders',
  'functions/api/payments',
  'functions/api/quotes',
  'functions/api/reports',
  'functions/api/templates',
  'functions/api/users',
  'functions/api/v1',
  'functions/api/v1/items',
  'functions/api/v1/orders',
  'functions/api/v1/reports',
  'functions/api/webhooks',
  'functions/api/webhooks/deliveries',
  'functions/api/webhooks/endpoints',
  'functions/api/webhooks/events',
  'functions/desk/account',
  'functions/desk/account/pages',
  'functions/desk/administration',
  'functions/desk/administration/pages',
  'functions/desk/brand',
  'functions/desk/brand/pages',
  'functions/desk/company',
  'functions/desk/company/pages',
  'functions/desk/items',
  'functions/desk/items/pages',
  'functions/desk/keys/pages',
  'functions/desk/order-page',
  'functions/desk/order-page/pages',
  'functions/desk/pages',
  'functions/desk/reports',
  'functions/desk/reports/pages',
  'functions/desk/sign-in',
  'functions/desk/sign-in/pages',
  'functions/desk/texts',
  'functions/desk/texts/webhooks',
  'functions/desk/webhooks',
  'functions/domain/administration/companies',
  'functions/domain/catalog/codes',
  'functions/domain/catalog/delivery',
  'functions/domain/catalog/greeting-images',
  'functions/domain/catalog/listing',
  'functions/domain/catalog/pickup-points',
  'functions/domain/catalog/products/campaigns',
  'functions/domain/checkout/pricing',
  'functions/domain/checkout/quotes',
  'functions/domain/company/api-keys/operator',
  'functions/domain/company/brand/orphaned-objects',
  'functions/domain/company/pictures',
  'functions/domain/company/settings',
  'functions/domain/fulfillment/event-reschedule',
  'functions/domain/fulfillment/holder',
  'functions/domain/fulfillment/shipments',
  'functions/domain/fulfillment/wallet',
  'functions/domain/notifications/mail/receipts',
  'functions/domain/notifications/reminders',
  'functions/domain/notifications/unsubscribes',
  'functions/domain/payments/notices',
  'functions/domain/payments/payments',
  'functions/domain/payments/test-gateway',
  'functions/domain/reporting/audit',
  'functions/domain/reporting/health',
  'functions/domain/reporting/subscribers',
  'functions/domain/storefront/order-page/texts',
  'functions/isolated',
  'functions/pages/documents',
  'functions/pages/holder',
  'functions/pages/mail',
  'functions/pages/shop/texts',
  'functions/streams',
  'functions/workers',
  'lib/client/make',
  'lib/client/source',
  'lib/demo',
  'lib/local/control',
  'lib/local/lambda',
  'lib/local/queues',
  'lib/local/services',
  'lib/local/services/fakes',
  'lib/local/table',
  'lib/local/wire',
  'test/unit/api-keys',
  'test/unit/bench',
  'test/unit/catalogue',
  'test/unit/delivery',
  'test/unit/greeting-images',
  'test/unit/health',
  'test/unit/http',
  'test/unit/images',
  'test/unit/local',
  'test/unit/mail',
  'test/unit/order-page',
  'test/unit/outside',
  'test/unit/pricing',
  'test/unit/privacy',
  'test/unit/queue',
  'test/unit/refunds',
  'test/unit/shop',
  'test/unit/streams',
  'test/unit/v1',
  'test/unit/wallet',
]);

/** What people read of a page: no code, no addresses of links, no hyphenated names such as those of files. */
const proseOf = (page: string): string =>
  page
    .replaceAll(/^```[^]*?^```$/gm, '')
    .replaceAll(/`[^`]*`/g, '')
    .replaceAll(/\]\([^)]*\)/g, ']')
    .replaceAll(/\b[a-z]+(?:-[a-z]+)+\b/g, '');

const commentsOf = (source: string): string =>
  [...source.matchAll(/\/\*[^]*?\*\/|(?<=^|\s)\/\/[^\n]*/g)].map(([comment]) => proseOf(comment)).join('\n');

const wordsIn = (text: string): string[] =>
  [...WORDS].flatMap(([word, instead]) => {
    const [found] = word.exec(text) ?? [];
    return found === undefined ? [] : [`"${found}": write ${instead}`];
  });

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

  it('is plain in the comments of every folder that was rewritten', () => {
    const faults = [...sourcesIn('functions', 'lib', 'bin', 'test').values()]
      .filter(({ file }) => FOLDERS.has(dirname(file)))
      .flatMap(({ file, text }) => wordsIn(commentsOf(text)).map((fault) => `${file} ${fault}`));
    expect(faults).toEqual([]);
  });

  it.each([
    ['The webhook tells what happened.', 1],
    ['Nobody stands beside it.', 3],
    ['`so many` is code, and [a page](whoever.md) a link.', 0],
  ])('finds words in %j', (text, count) => expect(wordsIn(proseOf(text))).toHaveLength(count));
});
