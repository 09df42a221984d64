import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CODE_MUTANTS } from '../../model/code-mutants.ts';

it.each(CODE_MUTANTS)('the mutant "$name" changes one place of the current code', ({ file, from }) => {
  expect(readFileSync(file, 'utf8').split(from)).toHaveLength(2);
});
