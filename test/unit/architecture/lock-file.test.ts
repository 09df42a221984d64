import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { expect, it } from 'vitest';

interface LockEntry {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  inBundle?: boolean;
}

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, LockEntry> };
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as LockEntry;

it('every dependency is pinned to one version', () => {
  const versions = Object.entries({
    ...manifest.dependencies,
    ...manifest.devDependencies,
    ...manifest.optionalDependencies,
  });
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
});

it('the lock file matches the manifest', () => {
  const { dependencies, devDependencies, optionalDependencies } = lock.packages[''] ?? {};
  expect({ dependencies, devDependencies, optionalDependencies }).toEqual({
    dependencies: manifest.dependencies,
    devDependencies: manifest.devDependencies,
    optionalDependencies: manifest.optionalDependencies,
  });
});

it('the lock file contains the packages of every platform, which a clean install requires', () => {
  const missing = Object.entries(lock.packages)
    .filter(([, { inBundle }]) => !inBundle)
    .flatMap(([place, { optionalDependencies }]) =>
      Object.keys(optionalDependencies ?? {})
        .filter(
          (name) => !(`node_modules/${name}` in lock.packages || `${place}/node_modules/${name}` in lock.packages),
        )
        .map((name) => `${place} needs ${name}`),
    );
  expect(missing).toEqual([]);
});

it('the local stack imports no development dependency', () => {
  const installed = new Set(Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }));
  const files = globSync([
    'functions/**/*.ts',
    'lib/{local,demo,ops,samples}/**/*.ts',
    'lib/client/*.ts',
    'lib/*.ts',
    'bin/{local,demo,ops,invoke}.ts',
  ]);
  const missing = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^(?:import|export) (?!type )[^;]*?from '([^'.][^']*)'/gms)].flatMap(
      ([, specifier = '']) => {
        const name = specifier
          .split('/')
          .slice(0, specifier.startsWith('@') ? 2 : 1)
          .join('/');
        return isBuiltin(specifier) || installed.has(name) ? [] : [`${file}: ${name}`];
      },
    ),
  );
  expect(files.length).toBeGreaterThan(500);
  expect(missing).toEqual([]);
});
