import { API_BUNDLE_MAX_BYTES, overBudget, reasonOutsideBudget } from './budget.ts';
import type { Bundle } from './bundle.ts';
import type { FunctionDefinition } from '../definition.ts';

const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(0);

/** One line per function, largest first, with its size in KB and, if it has no budget, the reason. */
export const sizeTable = (definitions: readonly FunctionDefinition[], bundles: readonly Bundle[]): string => {
  const byName = new Map(definitions.map((definition) => [definition.name, definition]));
  const width = Math.max(8, ...bundles.map(({ name }) => name.length));
  const lines = bundles
    .toSorted((a, b) => b.bytes - a.bytes)
    .map(({ name, bytes }) => {
      const definition = byName.get(name);
      const reason = definition ? reasonOutsideBudget(definition) : undefined;
      return `${name.padEnd(width)}  ${kilobytes(bytes).padStart(5)}  ${reason ? `(${reason})` : ''}`.trimEnd();
    });
  return [`${'function'.padEnd(width)}  ${'KB'.padStart(5)}`, ...lines].join('\n');
};

/** One message for each function over the budget. */
export const budgetFaults = (definitions: readonly FunctionDefinition[], bundles: readonly Bundle[]): string[] =>
  overBudget(definitions, bundles).map(
    ({ name, bytes }) =>
      `${name} has ${kilobytes(bytes)} KB, over the ${kilobytes(API_BUNDLE_MAX_BYTES)} KB of an API function`,
  );
