import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Locked {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  inBundle?: boolean;
}

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> };
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Locked;

it('every dependency is pinned to one version', () => {
  const versions = Object.entries({
    ...manifest.dependencies,
    ...manifest.devDependencies,
    ...manifest.optionalDependencies,
  });
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
});

it('the lock file is that of the manifest', () => {
  const { dependencies, devDependencies, optionalDependencies } = lock.packages[''] ?? {};
  expect({ dependencies, devDependencies, optionalDependencies }).toEqual({
    dependencies: manifest.dependencies,
    devDependencies: manifest.devDependencies,
    optionalDependencies: manifest.optionalDependencies,
  });
});

it('the lock file names the packages of every platform, without which a clean install refuses it', () => {
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
