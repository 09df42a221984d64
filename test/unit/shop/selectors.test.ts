import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const file = new URL('../../../functions/pages/shop/assets/shop.css', import.meta.url);
const css = readFileSync(file, 'utf8').replaceAll(/\/\*[^]*?\*\//g, '');

test('browsers without :has() drop only rules that need it', () => {
  const rules = [...css.matchAll(/[^{};]+(?=\{)/g)].map(([selectors]) => selectors.trim());
  const withHas = rules.filter((rule) => rule.includes(':has(') && !rule.startsWith('@'));
  expect(withHas.length).toBeGreaterThan(10);
  const mixed = withHas.filter((rule) => rule.split(/,\n/).some((selector) => !selector.includes(':has(')));
  expect(mixed).toEqual([]);
});
