import type { OrderEvent } from '../../functions/domain/checkout/orders/events.ts';
import type { Guard, Reaction, Rule } from '../../functions/domain/checkout/orders/transition-rule.ts';
import { TRANSITIONS } from '../../functions/domain/checkout/orders/transitions.ts';
import { matchingRules } from '../support/order-life.ts';
import { modelFaults } from './run.ts';

/** A change that makes one guard of the state table always pass. */
interface Mutant {
  name: string;
  apply: () => void;
  restore: () => void;
}

const mutantsOf = (kind: string, rule: Rule<OrderEvent>, at: number): Mutant[] =>
  rule.when.map((guard, index) => {
    const guards = rule.when;
    const blind: Guard<OrderEvent> = { ...guard, holds: () => true };
    const replaceGuards = (when: readonly Guard<OrderEvent>[]) => Object.assign(rule, { when });
    return {
      name: `${kind}, rule ${at + 1} (${rule.from.join(', ')}): ${guard.description}`,
      apply: () => replaceGuards(guards.toSpliced(index, 1, blind)),
      restore: () => replaceGuards(guards),
    };
  });

const allMutants = (only: string): Mutant[] =>
  Object.entries(TRANSITIONS)
    .filter(([kind]) => kind.includes(only))
    .flatMap(([kind, reaction]) =>
      (reaction as Reaction<OrderEvent>).rules.flatMap((rule, at) => mutantsOf(kind, rule, at)),
    );

/** The first seed whose interleaving fails; undefined if all pass. */
const caughtAt = async (seeds: number): Promise<{ seed: number; fault: string } | undefined> => {
  for (let seed = 1; seed <= seeds; seed++) {
    const [fault] = await modelFaults(seed);
    if (fault !== undefined) return { seed, fault: fault.split('\n')[0] ?? '' };
  }
  return undefined;
};

/**
 * Removes each guard of the state table, one at a time: compares the transitions with the original, as in the tests,
 * then runs interleavings until something fails. Prints the result for each guard, and returns the number of guards
 * that neither detects. Interleavings alone do not detect many of them, because conditions of the writes make the same
 * checks.
 */
export const mutants = async (seeds: number, only = ''): Promise<number> => {
  const guards = matchingRules();
  const all = allMutants(only);
  let survivors = 0;
  let undetected = 0;
  for (const { name, apply, restore } of all) {
    apply();
    const isOnTable = matchingRules() !== guards;
    const caught = await caughtAt(seeds);
    restore();
    if (!caught) undetected++;
    if (!caught && !isOnTable) survivors++;
    const run = caught ? `interleaving ${caught.seed}: ${caught.fault}` : `${seeds} interleavings passed`;
    console.log(
      `${isOnTable || caught ? 'caught' : 'SURVIVES'}: ${name} (table: ${isOnTable ? 'caught' : 'same'}; ${run})`,
    );
  }
  console.log(`${all.length} guards, ${undetected} not detected by interleavings, ${survivors} not detected at all`);
  return survivors;
};
