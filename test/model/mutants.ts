import type { OrderEvent } from '../../functions/domain/orders/events.ts';
import type { Guard, Reaction, Rule } from '../../functions/domain/orders/transition-rule.ts';
import { TRANSITIONS } from '../../functions/domain/orders/transitions.ts';
import { faultsOf } from './run.ts';

/** One guard of the state table that always says yes. */
interface Mutant {
  name: string;
  put: () => void;
  takeBack: () => void;
}

const mutantsOf = (kind: string, rule: Rule<OrderEvent>, at: number): Mutant[] =>
  rule.when.map((guard, index) => {
    const standing = rule.when;
    const blind: Guard<OrderEvent> = { ...guard, holds: () => true };
    const put = (when: readonly Guard<OrderEvent>[]) => Object.assign(rule, { when });
    return {
      name: `${kind}, rule ${at + 1} (${rule.from.join(', ')}): ${guard.says}`,
      put: () => put(standing.toSpliced(index, 1, blind)),
      takeBack: () => put(standing),
    };
  });

const allMutants = (): Mutant[] =>
  Object.entries(TRANSITIONS).flatMap(([kind, reaction]) =>
    (reaction as Reaction<OrderEvent>).rules.flatMap((rule, at) => mutantsOf(kind, rule, at)),
  );

/** The first seed whose interleaving goes wrong; undefined when none does. */
const caughtAt = async (seeds: number): Promise<{ seed: number; fault: string } | undefined> => {
  for (let seed = 1; seed <= seeds; seed++) {
    const [fault] = await faultsOf(seed);
    if (fault !== undefined) return { seed, fault: fault.split('\n')[0] ?? '' };
  }
  return undefined;
};

/**
 * Takes each guard of the state table away, one at a time, and interleaves until something goes wrong. Prints which
 * guards nothing would miss, and returns how many.
 */
export const mutants = async (seeds: number): Promise<number> => {
  const survivors: string[] = [];
  const all = allMutants();
  for (const { name, put, takeBack } of all) {
    put();
    const caught = await caughtAt(seeds);
    takeBack();
    if (!caught) survivors.push(name);
    console.log(caught ? `caught at ${caught.seed}: ${name} -> ${caught.fault}` : `survives ${seeds}: ${name}`);
  }
  console.log(`${all.length} guards, ${all.length - survivors.length} missed at once, ${survivors.length} survive`);
  for (const survivor of survivors) console.log(`survives: ${survivor}`);
  return survivors.length;
};
