import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { describe, expect, it } from 'vitest';
import { loadedWith, sourcesIn, type Source } from './sources.ts';

/** What each layer may use; everything else points the wrong way. */
const LAYERS: Record<string, readonly string[]> = {
  platform: ['platform'],
  adapters: ['adapters', 'platform'],
  storage: ['storage', 'platform'],
  domain: ['domain', 'storage', 'adapters', 'platform'],
  http: ['http', 'domain', 'storage', 'adapters', 'platform'],
  workers: ['workers', 'domain', 'storage', 'adapters', 'platform'],
  schedules: ['schedules', 'domain', 'storage', 'adapters', 'platform'],
  streams: ['streams', 'domain', 'storage', 'adapters', 'platform'],
  isolated: ['isolated', 'adapters', 'platform'],
};

/**
 * Rows that other nouns may load or change themselves, because both must be in one batch of reads or in one
 * transaction. Every other noun is reached through its operations.
 */
const SHARED_ROWS: Record<string, { by: readonly string[] | 'all'; why: string }> = {
  companies: {
    by: 'all',
    why: 'The settings of the acting company come with the first read of nearly every operation.',
  },
  catalog: {
    by: ['pricing', 'orders', 'operator-data', 'reports', 'stock'],
    why:
      'A cart is priced from one read of catalog, stock and company; the counter of an event opens with the seats that ' +
      'its row says.',
  },
  stock: {
    by: ['catalog', 'pricing', 'orders', 'operator-data', 'reports'],
    why: 'Counters stand beside their products, are read with them and change in the transaction of the order.',
  },
  'greeting-images': {
    by: ['orders', 'documents', 'privacy'],
    why: 'A picture is used up in the transaction that writes the order, drawn with it, and erased with its buyer.',
  },
  orders: {
    by: ['payments', 'refunds', 'items', 'documents', 'mail', 'shipments', 'reports', 'privacy'],
    why:
      'Payment and refunds are part of the order row, which is read with theirs; items are issued only while it stands; ' +
      'a document shows the order it was sold with, and is posted while it is owed; whoever is erased is erased from it.',
  },
  refunds: {
    by: ['orders', 'reports'],
    why: 'A refund begins and ends in the transaction that changes its order; the nightly check adds them up.',
  },
  disputes: { by: ['orders'], why: 'A dispute opens and closes in the transaction that changes its order.' },
  subscribers: { by: ['orders'], why: 'A consent counts from the write that confirms the payment.' },
  campaigns: { by: ['items', 'operator-data'], why: 'A dormant code becomes an item in one transaction.' },
  items: {
    by: ['documents', 'mail', 'reports', 'audit'],
    why: 'Documents, mails, reports and the audit log show items as their rows stand.',
  },
  webhooks: { by: ['audit'], why: 'The feed of events is what tells in the audit log what happened to orders.' },
  'api-keys': { by: ['operator-data'], why: 'The import writes the rows of every noun it is given.' },
  users: { by: ['operator-data', 'api-keys'], why: 'The import writes the rows of every noun it is given.' },
};

const functions = sourcesIn('functions');
const layerOf = (file: string): string => file.split('/')[1] ?? '';
const nounOf = (file: string): string | undefined => /^functions\/domain\/([^/]+)\//.exec(file)?.[1];

const faultsOf = (find: (source: Source) => string[]): string[] => [...functions.values()].flatMap(find);

describe('dependencies go one way', () => {
  it('every folder of functions is a known layer', () => {
    expect(new Set([...functions.keys()].map(layerOf))).toEqual(new Set(Object.keys(LAYERS)));
  });

  it('http, workers, schedules and streams use the domain, the domain uses storage and adapters, those use the platform', () => {
    const faults = faultsOf(({ file, imports }) =>
      imports
        .filter(({ isPackage }) => !isPackage)
        .filter(({ target }) => !target.startsWith('functions/') || !LAYERS[layerOf(file)]?.includes(layerOf(target)))
        .map(({ target }) => `${file} -> ${target}`),
    );
    expect(faults).toEqual([]);
  });

  it('functions import only packages that are deployed with them', () => {
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: object };
    const known = new Set([...Object.keys(dependencies), '@aws-sdk/util-dynamodb']);
    const nameOf = (specifier: string): string =>
      specifier
        .split('/')
        .slice(0, specifier.startsWith('@') ? 2 : 1)
        .join('/');
    const faults = faultsOf(({ file, imports }) =>
      imports
        .filter(({ isPackage, typeOnly, target }) => isPackage && !typeOnly && !isBuiltin(target))
        .filter(({ target }) => !known.has(nameOf(target)))
        .map(({ target }) => `${file} -> ${target}`),
    );
    expect(faults).toEqual([]);
  });

  it('an adapter does not use another port, but for the ways that ports share: pictures, and addresses outside', () => {
    const shared = new Set(['images', 'outside']);
    const portOf = (file: string): string | undefined => /^functions\/adapters\/([^/]+)\//.exec(file)?.[1];
    const faults = faultsOf(({ file, imports }) =>
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

  it("a noun does not touch another noun's rows, but for those that must be read or written together", () => {
    const faults = faultsOf(({ file, imports }) => {
      const noun = nounOf(file);
      return imports
        .filter(({ target, typeOnly }) => !typeOnly && target.endsWith('/rows.ts'))
        .map(({ target }) => nounOf(target))
        .filter((other) => other !== undefined && noun !== undefined && other !== noun)
        .filter((other) => {
          const by = SHARED_ROWS[other!]?.by ?? [];
          return by !== 'all' && !by.includes(noun!);
        })
        .map((other) => `${file} uses the rows of ${other}`);
    });
    expect(faults).toEqual([]);
  });

  it('every exception to that rule is in use and says why', () => {
    for (const [noun, { by, why }] of Object.entries(SHARED_ROWS)) {
      expect(why.length, noun).toBeGreaterThan(20);
      const users = new Set(
        [...functions.values()]
          .filter(({ imports }) => imports.some(({ target }) => target === `functions/domain/${noun}/rows.ts`))
          .map(({ file }) => nounOf(file)),
      );
      for (const user of by === 'all' ? [] : by)
        expect(users, `${user} no longer uses the rows of ${noun}`).toContain(user);
    }
  });
});

describe('what is deployed names code and does not load it', () => {
  it('stacks and constructs know functions by the definition alone', () => {
    const faults = [...sourcesIn('lib/stacks', 'lib/constructs').values()].flatMap(({ file, imports }) =>
      imports
        .filter(({ isPackage, target }) => !isPackage && target.startsWith('functions/'))
        .map(({ target }) => `${file} -> ${target}`),
    );
    expect(faults).toEqual([]);
  });

  it('the definition loads declarations: no handler, no storage, no adapter, no SDK', () => {
    const loaded = [...loadedWith('lib/definition.ts')];
    expect(loaded).toContain('functions/routes.ts');
    const faults = loaded.filter((target) =>
      /^functions\/(storage|adapters|workers|schedules|streams)\/|^@aws-sdk|^@middy|^functions\/http\/endpoint/.test(
        target,
      ),
    );
    expect(faults).toEqual([]);
  });

  it('nothing that runs in a function knows of tests, commands or the stack on one machine', () => {
    const faults = faultsOf(({ file, imports }) =>
      imports.filter(({ target }) => /^(lib|bin|test)\//.test(target)).map(({ target }) => `${file} -> ${target}`),
    );
    expect(faults).toEqual([]);
  });
});

/** Groups of files that import each other on some way, types included. */
const circlesIn = (sources: ReadonlyMap<string, Source>): string[][] => {
  const number = new Map<string, number>();
  const lowest = new Map<string, number>();
  const path: string[] = [];
  const found: string[][] = [];
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
    if (circle.length > 1 || sources.get(file)!.imports.some(({ target }) => target === file)) found.push(circle);
  };
  for (const file of sources.keys()) if (!number.has(file)) visit(file);
  return found;
};

describe('no file needs itself', () => {
  const sources = sourcesIn('functions', 'lib', 'bin');

  it('nothing imports in a circle, not even types', () => {
    expect(sources.size).toBeGreaterThan(1000);
    expect(circlesIn(sources)).toEqual([]);
  });

  it('a circle would be found, be it of types', () => {
    const file = (name: string, target: string, typeOnly = false): [string, Source] => [
      name,
      { file: name, text: '', imports: [{ target, isPackage: false, typeOnly }] },
    ];
    const tangled = new Map([file('a', 'b'), file('b', 'c', true), file('c', 'a'), file('d', 'a'), file('e', 'e')]);
    expect(circlesIn(tangled)).toEqual([['a', 'b', 'c'], ['e']]);
  });

  it('what starts, deploys or serves imports what stands below it, and never the other way', () => {
    // From the top down; the command line may use all of it, and nothing uses the command line.
    const below: Record<string, readonly string[]> = {
      'lib/stacks': ['lib/local', 'lib/ops', 'lib/demo', 'lib/samples', 'bin'],
      'lib/constructs': ['lib/local', 'lib/ops', 'lib/demo', 'lib/samples', 'bin'],
      'lib/local': ['lib/stacks', 'lib/constructs', 'lib/ops', 'lib/demo', 'lib/samples', 'bin'],
      'lib/ops': ['bin'],
      'lib/build': ['lib/stacks', 'lib/constructs', 'lib/local', 'lib/ops', 'bin'],
      'lib/definition.ts': ['lib/stacks', 'lib/constructs', 'lib/local', 'lib/ops', 'lib/build', 'bin'],
    };
    const faults = [...sources.values()].flatMap(({ file, imports }) => {
      const own = Object.keys(below).find((folder) => file === folder || file.startsWith(`${folder}/`));
      const above = own === undefined ? [] : (below[own] ?? []);
      return imports
        .filter(({ target }) => above.some((folder) => target.startsWith(`${folder}/`)))
        .map(({ target }) => `${file} -> ${target}`);
    });
    expect(faults).toEqual([]);
  });
});
