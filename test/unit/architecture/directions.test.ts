import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { describe, expect, it } from 'vitest';
import { loadedWith, sourcesIn, type Source } from './sources.ts';

/** Allowed imports of each layer. Any other import is reported. */
const LAYERS: Record<string, readonly string[]> = {
  platform: ['platform'],
  adapters: ['adapters', 'platform'],
  storage: ['storage', 'platform'],
  domain: ['domain', 'storage', 'adapters', 'platform'],
  pipeline: ['pipeline', 'domain', 'storage', 'adapters', 'platform'],
  pages: ['pages', 'pipeline', 'domain', 'storage', 'adapters', 'platform'],
  api: ['api', 'pipeline', 'domain', 'storage', 'adapters', 'platform'],
  desk: ['desk', 'pages', 'pipeline', 'domain', 'storage', 'adapters', 'platform'],
  agents: ['agents', 'api', 'pipeline', 'domain', 'storage', 'adapters', 'platform'],
  fallback: ['fallback', 'api', 'desk', 'pages', 'pipeline', 'domain', 'storage', 'adapters', 'platform'],
  workers: ['workers', 'domain', 'storage', 'adapters', 'platform'],
  schedules: ['schedules', 'domain', 'storage', 'adapters', 'platform'],
  streams: ['streams', 'domain', 'storage', 'adapters', 'platform'],
  isolated: ['isolated', 'adapters', 'platform'],
};

/** The lists of all routes and replies: built from every surface, read by the documents that describe all of them. */
const REGISTRIES = new Set(['functions/routes.ts', 'functions/replies.ts']);
const READS_REGISTRIES = /^functions\/(api\/docs|fallback|agents)\//;

/**
 * The nouns of the domain, in the one order in which they may import each other: a noun imports only those above it in
 * this list. Nouns of a context are next to each other, so the contexts have the same order.
 */
const NOUNS = [
  'events/catalog',
  'company/settings',
  'company/companies',
  'company/pictures',
  'company/users',
  'company/api-keys',
  'company/brand',
  'catalog/codes',
  'catalog/stock',
  'catalog/products',
  'catalog/pickup-points',
  'catalog/greeting-images',
  'catalog/product-images',
  'catalog/delivery',
  'catalog/listing',
  'checkout/pricing',
  'checkout/quotes',
  'checkout/allocation',
  'checkout/orders',
  'value/vendor',
  'value/items',
  'fulfillment/documents',
  'fulfillment/templates',
  'fulfillment/event-reschedule',
  'fulfillment/issuing',
  'fulfillment/holder',
  'fulfillment/wallet',
  'fulfillment/shipments',
  'payments/gift-cards',
  'payments/payments',
  'payments/refunds',
  'payments/disputes',
  'payments/notices',
  'payments/event-cancellation',
  'payments/test-gateway',
  'storefront/order-page',
  'notifications/webhooks',
  'notifications/unsubscribes',
  'notifications/reminders',
  'notifications/mail',
  'administration/operator-data',
  'administration/catalog',
  'administration/operator-issues',
  'administration/companies',
  'administration/campaigns',
  'administration/discount-codes',
  'administration/code-batches',
  'reporting/book',
  'reporting/reports',
  'reporting/postings',
  'reporting/subscribers',
  'reporting/audit',
  'reporting/privacy',
  'reporting/health',
  'reporting/status',
  'reporting/synthetic-sale',
];

/**
 * Row files that other nouns may load or change themselves, because both must be in one batch of reads or in one
 * transaction. Every other noun is reached through its operations.
 */
const SHARED_ROWS: Record<string, { by: readonly string[] | 'all'; why: string }> = {
  'company/companies/rows.ts': {
    by: 'all',
    why: 'The settings of the acting company come with the first read of nearly every operation.',
  },
  'catalog/products/rows.ts': {
    by: [
      'catalog/listing',
      'checkout/pricing',
      'checkout/orders',
      'fulfillment/event-reschedule',
      'fulfillment/issuing',
      'payments/event-cancellation',
      'administration/operator-data',
      'administration/catalog',
      'administration/discount-codes',
      'administration/code-batches',
      'reporting/reports',
    ],
    why: 'A cart is priced, and an item is printed, from one read of catalog, stock and company.',
  },
  'catalog/stock/rows.ts': {
    by: [
      'catalog/products',
      'checkout/pricing',
      'checkout/orders',
      'administration/operator-data',
      'administration/catalog',
      'reporting/reports',
    ],
    why: 'Counters are read with their products and change in the transaction of the order.',
  },
  'catalog/greeting-images/rows.ts': {
    by: ['checkout/orders', 'fulfillment/documents', 'reporting/privacy'],
    why: 'A picture is used up in the transaction that writes the order, drawn with it, and erased with its buyer.',
  },
  'catalog/products/campaigns/rows.ts': {
    by: [
      'value/items',
      'fulfillment/holder',
      'administration/operator-data',
      'administration/campaigns',
      'administration/code-batches',
    ],
    why: 'A dormant code becomes an item in one transaction.',
  },
  'checkout/pricing/cart-rows.ts': {
    by: ['checkout/quotes'],
    why: 'A quote prices the rows that an order would read.',
  },
  'checkout/orders/rows.ts': {
    by: [
      'value/items',
      'fulfillment/documents',
      'fulfillment/holder',
      'fulfillment/issuing',
      'fulfillment/shipments',
      'payments/payments',
      'payments/refunds',
      'payments/notices',
      'notifications/mail',
      'reporting/book',
      'reporting/reports',
      'reporting/postings',
      'reporting/privacy',
    ],
    why: 'Payment, refunds, issuing and documents are decided on the row of the order, which is read with theirs.',
  },
  'checkout/orders/refund-rows.ts': {
    by: ['payments/payments', 'payments/refunds', 'reporting/reports'],
    why: 'A refund begins and ends in the transaction that changes its order; the nightly check adds them up.',
  },
  'checkout/orders/dispute-rows.ts': {
    by: ['payments/disputes'],
    why: 'A dispute opens and closes in the transaction that changes its order.',
  },
  'checkout/orders/settlement-rows.ts': {
    by: ['payments/payments'],
    why: 'A settlement is recorded in the transaction that pays for its order.',
  },
  'checkout/orders/subscriber-rows.ts': {
    by: ['reporting/subscribers'],
    why: 'A consent counts from the write that confirms the payment.',
  },
  'value/items/redemptions/rows.ts': {
    by: ['payments/gift-cards', 'reporting/reports', 'reporting/audit'],
    why: 'The redemption of a gift card changes in the transaction of the order that it pays for; the nightly check compares holds, and the audit log reads them.',
  },
  'reporting/book/rows.ts': {
    by: ['reporting/postings', 'reporting/reports'],
    why: 'Journal and statements post the entries of the book; an entry commits with the counts of its item, and marks them as made.',
  },
  'value/items/rows.ts': {
    by: [
      'payments/gift-cards',
      'payments/payments',
      'fulfillment/documents',
      'fulfillment/holder',
      'notifications/mail',
      'reporting/book',
      'reporting/reports',
      'reporting/postings',
      'reporting/audit',
    ],
    why: 'Documents, emails, reports and the audit log show items exactly as stored.',
  },
  'value/items/action-rows.ts': {
    by: ['notifications/mail'],
    why: 'A resent document is marked as sent on the action that requested it.',
  },
  'fulfillment/event-reschedule/rows.ts': {
    by: ['fulfillment/holder'],
    why: 'The page of a ticket shows whether its event is being moved.',
  },
  'notifications/webhooks/rows.ts': {
    by: ['reporting/audit'],
    why: 'The audit log reads what happened to orders from the feed of events.',
  },
  'company/api-keys/rows.ts': {
    by: ['administration/operator-data'],
    why: 'The import writes the rows of every noun that its file names.',
  },
  'administration/operator-data/rows.ts': {
    by: [
      'administration/catalog',
      'administration/companies',
      'administration/campaigns',
      'administration/discount-codes',
      'administration/code-batches',
    ],
    why: 'A change through the API is planned as an import of a file with nothing else.',
  },
  'company/users/rows.ts': {
    by: ['company/api-keys', 'administration/operator-data'],
    why: 'A key that belongs to a user ends with that user; the import writes the rows that its file names.',
  },
};

const functions = sourcesIn('functions');
const layerOf = (file: string): string => file.split('/')[1] ?? '';
const nounOf = (file: string): string | undefined => /^functions\/domain\/([^/]+\/[^/]+)\//.exec(file)?.[1];

const findFaults = (find: (source: Source) => string[]): string[] => [...functions.values()].flatMap(find);

describe('dependencies point in one direction', () => {
  it('every folder of functions is a known layer', () => {
    const layers = [...functions.keys()].filter((file) => !REGISTRIES.has(file)).map(layerOf);
    expect(new Set(layers)).toEqual(new Set(Object.keys(LAYERS)));
  });

  it('surfaces, workers, schedules and streams use the domain; the domain uses storage and adapters; those use the platform', () => {
    const faults = findFaults(({ file, imports }) =>
      imports
        .filter(({ isPackage }) => !isPackage && !REGISTRIES.has(file))
        .filter(({ target }) => !REGISTRIES.has(target) || !READS_REGISTRIES.test(file))
        .filter(({ target }) => !target.startsWith('functions/') || !LAYERS[layerOf(file)]?.includes(layerOf(target)))
        .map(({ target }) => `${file} -> ${target}`),
    );
    expect(faults).toEqual([]);
  });

  it('functions import only packages that are deployed with them', () => {
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: object };
    const known = new Set(Object.keys(dependencies));
    const nameOf = (specifier: string): string =>
      specifier
        .split('/')
        .slice(0, specifier.startsWith('@') ? 2 : 1)
        .join('/');
    const faults = findFaults(({ file, imports }) =>
      imports
        .filter(({ isPackage, typeOnly, target }) => isPackage && !typeOnly && !isBuiltin(target))
        .filter(({ target }) => !known.has(nameOf(target)))
        .map(({ target }) => `${file} -> ${target}`),
    );
    expect(faults).toEqual([]);
  });

  it('an adapter uses no other port, except the shared ones for pictures and external addresses', () => {
    const shared = new Set(['images', 'outside']);
    const portOf = (file: string): string | undefined => /^functions\/adapters\/([^/]+)\//.exec(file)?.[1];
    const faults = findFaults(({ file, imports }) =>
      imports
        .filter(
          ({ target, typeOnly }) => !typeOnly && portOf(file) && portOf(target) && portOf(target) !== portOf(file),
        )
        .filter(({ target }) => !shared.has(portOf(target) ?? ''))
        .map(({ target }) => `${file} -> ${target}`),
    );
    expect(faults).toEqual([]);
  });

  it('schemas and rules load nothing that does I/O', () => {
    const doesIo = (target: string): boolean =>
      /^functions\/(storage\/(client|table|transactions|idempotency|due-rows)|adapters\/)/.test(target) ||
      /^@aws-sdk\/|^node:(fs|net|tls|dns|http|https|child_process|worker_threads)\b/.test(target);
    const pure = [...functions.keys()].filter((file) => /^functions\/domain\/.*\b(schema|rules)\.ts$/.test(file));
    expect(pure.length).toBeGreaterThan(5);
    const faults = pure.flatMap((file) => [...loadedWith(file)].filter(doesIo).map((target) => `${file} -> ${target}`));
    expect(faults).toEqual([]);
  });

  it('nouns of the domain import each other in one order, types included', () => {
    const rank = new Map(NOUNS.map((noun, at) => [noun, at]));
    const nouns = new Set([...functions.keys()].map(nounOf).filter((noun) => noun !== undefined));
    expect([...nouns].toSorted()).toEqual(NOUNS.toSorted());
    const faults = findFaults(({ file, imports }) => {
      const own = rank.get(nounOf(file) ?? '');
      return imports
        .filter(({ target }) => own !== undefined && (rank.get(nounOf(target) ?? '') ?? 0) > own)
        .map(({ target }) => `${file} -> ${target}`);
    });
    expect(faults).toEqual([]);
  });

  it('the nouns of a context are adjacent, so contexts have the same order', () => {
    const contexts = NOUNS.map((noun) => noun.split('/')[0]);
    expect(contexts.filter((context, at) => context !== contexts[at - 1])).toEqual([...new Set(contexts)]);
  });

  it('the order in the decision record is the order that this test enforces', () => {
    const record = readFileSync('lib/decisions/house.md', 'utf8');
    expect([...record.matchAll(/^- `([a-z-]+)`: /gm)].map(([, name]) => name)).toEqual([
      ...new Set(NOUNS.map((noun) => noun.split('/')[0])),
    ]);
  });

  const isRows = (target: string): boolean => /^functions\/domain\/.*(\/|-)rows\.ts$/.test(target);
  const rowsUsed = ({ file, imports }: Source) =>
    imports
      .filter(({ target, typeOnly }) => !typeOnly && isRows(target))
      .map(({ target }) => ({ rows: target.slice('functions/domain/'.length), by: nounOf(file) }))
      .filter(({ rows, by }) => by !== undefined && !rows.startsWith(`${by}/`));

  it("a noun does not touch another noun's rows, except those that must be read or written together", () => {
    const faults = findFaults((source) =>
      rowsUsed(source)
        .filter(({ rows, by }) => {
          const allowed = SHARED_ROWS[rows]?.by ?? [];
          return allowed !== 'all' && !allowed.includes(by!);
        })
        .map(({ rows }) => `${source.file} uses ${rows}`),
    );
    expect(faults).toEqual([]);
  });

  it('every exception to that rule is used and gives its reason', () => {
    const used = [...functions.values()].flatMap(rowsUsed);
    for (const [rows, { by, why }] of Object.entries(SHARED_ROWS)) {
      expect(why.length, rows).toBeGreaterThan(20);
      for (const user of by === 'all' ? [] : by)
        expect(used, `${user} no longer uses ${rows}`).toContainEqual({ rows, by: user });
    }
  });
});

describe('deployment code refers to function code without loading it', () => {
  it('stacks and constructs refer to functions only through the definition', () => {
    const faults = [...sourcesIn('lib/stacks', 'lib/constructs').values()].flatMap(({ file, imports }) =>
      imports
        .filter(({ isPackage, target }) => !isPackage && target.startsWith('functions/'))
        .map(({ target }) => `${file} -> ${target}`),
    );
    expect(faults).toEqual([]);
  });

  it('the definition loads only declarations: no handler, storage, adapter or SDK', () => {
    const loaded = [...loadedWith('lib/definition.ts')];
    expect(loaded).toContain('functions/routes.ts');
    const faults = loaded.filter((target) =>
      /^functions\/(storage|adapters|workers|schedules|streams)\/|^@aws-sdk|^@middy|^functions\/pipeline\/endpoint/.test(
        target,
      ),
    );
    expect(faults).toEqual([]);
  });

  it('no code that runs in a function imports tests, commands or the local stack', () => {
    const faults = findFaults(({ file, imports }) =>
      imports.filter(({ target }) => /^(lib|bin|test)\//.test(target)).map(({ target }) => `${file} -> ${target}`),
    );
    expect(faults).toEqual([]);
  });
});

/** Groups of files that import each other, directly or not, including type imports. */
const circlesIn = (sources: ReadonlyMap<string, Source>): string[][] => {
  const number = new Map<string, number>();
  const lowest = new Map<string, number>();
  const path: string[] = [];
  const results: string[][] = [];
  const visit = (file: string): void => {
    number.set(file, number.size);
    lowest.set(file, number.get(file)!);
    path.push(file);
    for (const { target } of sources.get(file)!.imports) {
      if (!sources.has(target)) continue;
      if (!number.has(target)) visit(target);
      if (path.includes(target)) lowest.set(file, Math.min(lowest.get(file)!, lowest.get(target)!));
    }
    if (lowest.get(file) !== number.get(file)) return;
    const circle = path.splice(path.indexOf(file));
    if (circle.length > 1 || sources.get(file)!.imports.some(({ target }) => target === file)) results.push(circle);
  };
  for (const file of sources.keys()) if (!number.has(file)) visit(file);
  return results;
};

describe('no file imports itself, directly or indirectly', () => {
  const sources = sourcesIn('functions', 'lib', 'bin');

  it('there are no import cycles, including type imports', () => {
    expect(sources.size).toBeGreaterThan(1000);
    expect(circlesIn(sources)).toEqual([]);
  });

  it('the check detects a cycle, including one of types', () => {
    const file = (name: string, target: string, typeOnly = false): [string, Source] => [
      name,
      { file: name, text: '', imports: [{ target, isPackage: false, typeOnly }] },
    ];
    const tangled = new Map([file('a', 'b'), file('b', 'c', true), file('c', 'a'), file('d', 'a'), file('e', 'e')]);
    expect(circlesIn(tangled)).toEqual([['a', 'b', 'c'], ['e']]);
  });

  it('code that starts, deploys or serves imports lower layers, and no lower layer imports it', () => {
    // From the top down; the command line may use everything, and nothing uses the command line.
    const below: Record<string, readonly string[]> = {
      'lib/stacks': ['lib/local', 'lib/ops', 'lib/demo', 'lib/samples', 'bin'],
      'lib/constructs': ['lib/local', 'lib/ops', 'lib/demo', 'lib/samples', 'bin'],
      'lib/local': ['lib/stacks', 'lib/constructs', 'lib/ops', 'lib/demo', 'lib/samples', 'bin'],
      'lib/ops': ['bin'],
      'lib/build': ['lib/stacks', 'lib/constructs', 'lib/local', 'lib/ops', 'bin'],
      'lib/definition.ts': ['lib/stacks', 'lib/constructs', 'lib/local', 'lib/ops', 'lib/build', 'bin'],
    };
    const faults = [...sources.values()].flatMap(({ file, imports }) => {
      const match = Object.keys(below).find((folder) => file === folder || file.startsWith(`${folder}/`));
      const above = match === undefined ? [] : (below[match] ?? []);
      return imports
        .filter(({ target }) => above.some((folder) => target.startsWith(`${folder}/`)))
        .map(({ target }) => `${file} -> ${target}`);
    });
    expect(faults).toEqual([]);
  });
});
