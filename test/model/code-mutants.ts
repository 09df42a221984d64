import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const VALUE = 'functions/domain/value/items';
const PAYMENTS = 'functions/domain/payments';

/** One guard of holds, redemptions and card payments, removed in the source. */
interface CodeMutant {
  name: string;
  file: string;
  from: string;
  to: string;
  /**
   * Whether the guard requires several orders or is rarely used, so that simulations of the whole service check it
   * instead of the model of one order.
   */
  isRare?: true;
}

export const CODE_MUTANTS: readonly CodeMutant[] = [
  {
    name: 'held value can be claimed',
    file: `${VALUE}/ledger/holds.ts`,
    from: 'Math.max(heldOf(item, nowMs).minor, repaidHeldOf(item))',
    to: 'repaidHeldOf(item)',
  },
  {
    name: 'value that was repaid while it was held can be claimed after the hold',
    file: `${VALUE}/ledger/holds.ts`,
    from: 'Math.max(0, (item.repaidMinor ?? 0) - item.claimedMinor)',
    to: '0',
    isRare: true,
  },
  {
    name: 'a hold does not expire',
    file: `${VALUE}/ledger/holds.ts`,
    from: 'untilMs === undefined || nowMs < untilMs',
    to: 'untilMs === undefined || nowMs < untilMs * 2',
  },
  {
    name: 'a redemption is captured after it has expired',
    file: `${VALUE}/redemptions/rules.ts`,
    from: "row.expiresAtMs !== null && nowMs >= row.expiresAtMs ? 'expired' : 'held'",
    to: "'held'",
  },
  {
    name: 'a capture does not end its hold',
    file: `${VALUE}/redemptions/item-writes.ts`,
    from: 'holds: withoutHold(item, context.redemptionId, cause.atMs),',
    to: '',
  },
  {
    name: 'a release does not end the hold of the item',
    file: `${VALUE}/redemptions/release.ts`,
    from: 'releaseWrites(item, row.id, cause.atMs)?.writes ?? []',
    to: '[]',
  },
  {
    name: 'a redemption is changed without a check of its version',
    file: `${VALUE}/redemptions/change.ts`,
    from: 'condition: versionUnchanged(before), name: before.pk',
    to: 'name: before.pk',
    isRare: true,
  },
  {
    name: 'an item is changed without a check of its version',
    file: `${VALUE}/ledger/commit-change.ts`,
    from: 'condition: versionUnchanged(before),',
    to: '',
  },
  {
    name: 'an undone claim does not count in its redemption',
    file: `${VALUE}/redemptions/undo-claims.ts`,
    from: 'if (!item.redeemed) return [];',
    to: 'if (item.redeemed) return [];',
  },
  {
    name: 'a redemption refunds more than it captured',
    file: `${VALUE}/redemptions/rules.ts`,
    from: 'const open = source.capturedMinor - source.refundedMinor;',
    to: 'const open = source.capturedMinor;',
    isRare: true,
  },
  {
    name: 'a claim that paid for an order can be undone on its item',
    file: `${VALUE}/rules.ts`,
    from: 'item.claimedMinor - (item.paidOrders?.minor ?? 0)',
    to: 'item.claimedMinor',
  },
  {
    name: 'the value that paid for orders is not counted',
    file: `${VALUE}/redemptions/item-writes.ts`,
    from: 'minor: (item.paidOrders?.minor ?? 0) + minor',
    to: 'minor',
    isRare: true,
  },
  {
    name: 'value returned to a card still counts as paid for orders',
    file: `${VALUE}/redemptions/item-writes.ts`,
    from: 'ofOrder && paidOrders ?',
    to: 'ofOrder && !paidOrders ?',
  },
  {
    name: 'a refund is made only at the gateway',
    file: 'functions/domain/checkout/orders/gift-cards.ts',
    from: 'const minor = Math.min(remainingMinor, amount - refunded);',
    to: 'const minor = Math.min(0, remainingMinor, amount - refunded);',
  },
  {
    name: 'a refund returns more to a card than it paid',
    file: 'functions/domain/checkout/orders/gift-cards.ts',
    from: 'const minor = Math.min(remainingMinor, amount - refunded);',
    to: 'const minor = Math.min(remainingMinor, amount);',
    isRare: true,
  },
  {
    name: 'the page of the gateway charges the total',
    file: 'functions/domain/checkout/orders/gift-cards.ts',
    from: "amounts.total - sumOf(liveCards(payment), 'amount')",
    to: 'amounts.total',
  },
  {
    name: 'the cards of an order stay held when it ends',
    file: 'functions/domain/checkout/orders/payment-rules.ts',
    from: "...releaseEffects(order), ...cardMoves(order, 'release')]",
    to: '...releaseEffects(order)]',
  },
  {
    name: 'a refund by the service takes held value',
    file: `${PAYMENTS}/refunds/refund.ts`,
    from: "itemUses(items, nowMs(), 'reserved')",
    to: "itemUses(items, nowMs(), 'spent')",
  },
  {
    name: 'a lost dispute does not withdraw a partly paid item',
    file: 'functions/domain/checkout/orders/gateway-refund-rules.ts',
    from: "kind === 'dispute' && amount === gatewayRefundable(order)",
    to: 'false',
    isRare: true,
  },
  {
    name: 'a request is not repeated for a card that is no longer held',
    file: `${PAYMENTS}/gift-cards/move-cards.ts`,
    from: 'if (!captured) throw new OutdatedRow(',
    to: 'if (!captured) throw new Error(',
  },
];

/** Number of interleavings of one order that take as long as one simulation of the whole service. */
const INTERLEAVINGS_PER_RUN = 8;

/** Fast tests of each of these guards. */
const GUARD_TESTS = 'test/unit/items/redemption-guards.test.ts';

/** Whether the tests of the guards pass in a copy of the project. */
const hasPassed = (root: string): Promise<boolean> =>
  run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', GUARD_TESTS], {
    cwd: root,
  }).then(
    () => true,
    () => false,
  );

/**
 * How a mutant is detected: by the tests of its guards, or by the first failed interleaving or simulation; undefined if
 * it survives.
 */
const detectionOf = async (
  root: string,
  { file, from, to, isRare }: CodeMutant,
  seeds: number,
): Promise<string | undefined> => {
  const path = join(root, file);
  const text = readFileSync(path, 'utf8');
  if (!text.includes(from)) throw new Error(`${file} does not contain: ${from}`);
  writeFileSync(path, text.replace(from, to));
  if (!(await hasPassed(root))) {
    writeFileSync(path, text);
    return 'by its test';
  }
  const args = [
    'test/simulation/run.ts',
    '--stop',
    ...(isRare ? ['--seeds', String(Math.ceil(seeds / INTERLEAVINGS_PER_RUN))] : ['--interleavings', String(seeds)]),
  ];
  const { stdout } = await run(process.execPath, args, { cwd: root }).catch(
    (error: unknown) => error as { stdout: string },
  );
  writeFileSync(path, text);
  const fault = stdout.split('\n').find((line) => /^seed|^ {2}'/.test(line));
  return /\b0 failed/.test(stdout.split('\n').findLast((line) => line.includes(' failed')) ?? '')
    ? undefined
    : (fault ?? stdout).trim();
};

/**
 * Removes guards of holds, redemptions and card payments in a copy of the sources, one at a time, and runs the tests of
 * these guards, then interleavings or simulations until something fails. Prints the result for each mutant, and returns
 * the number of undetected ones.
 */
export const codeMutants = async (seeds: number, only = ''): Promise<number> => {
  const root = mkdtempSync(join(tmpdir(), 'mutants-'));
  for (const part of ['functions', 'lib', 'bin', 'test', 'package.json', 'vitest.config.ts', 'tsconfig.json'])
    cpSync(part, join(root, part), { recursive: true });
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
  if (!(await hasPassed(root))) throw new Error(`${GUARD_TESTS} fails without any mutation`);
  let survivors = 0;
  const chosen = CODE_MUTANTS.filter(({ name }) => name.includes(only));
  for (const mutant of chosen) {
    const fault = await detectionOf(root, mutant, seeds);
    if (fault === undefined) survivors++;
    console.log(
      `${fault === undefined ? 'SURVIVES' : 'caught'}: ${mutant.name}${fault === undefined ? '' : ` (${fault})`}`,
    );
  }
  rmSync(root, { recursive: true });
  console.log(`${chosen.length} code mutants, ${survivors} not detected`);
  return survivors;
};
