import { describe, expect, it } from 'vitest';
import { sourcesIn } from './sources.ts';

interface Signature {
  name: string;
  parameters: string;
  /** The declared type of the result, as written. */
  result: string;
}

const DECLARATION = /^export (?:const (\w+) = (?:async )?|(?:async )?function (\w+))(?:<[^(]*>)?\(/gm;

/** The end of the parentheses that open before `start`. */
const closingAfter = (text: string, start: number): number => {
  let depth = 1;
  let at = start;
  for (; depth > 0 && at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
  }
  return at;
};

/** Exported functions with a declared result. */
const signaturesIn = (text: string): Signature[] =>
  [...text.matchAll(DECLARATION)].flatMap((found) => {
    const start = found.index + found[0].length;
    const end = closingAfter(text, start);
    const ending = found[1] === undefined ? /^: ([^{]+) \{/ : /^: ([^]+?) =>/;
    const [, result] = ending.exec(text.slice(end, end + 500)) ?? [];
    const name = found[1] ?? found[2]!;
    return result === undefined ? [] : [{ name, parameters: text.slice(start, end - 1), result }];
  });

const IS_QUESTION = /^(?:is|has|can)[A-Z]/;
const IS_ANSWER = /^(?:boolean|\w+ is .*)$/;
const MAY_BE_NOTHING = /\| undefined>?$/;

/** The rules of CONTRIBUTING.md#verbs that a signature can break. Each returns whether a function breaks the rule. */
const RULES: Readonly<Record<string, (signature: Signature) => boolean>> = {
  'a function that returns a boolean is named isX, hasX or canX': ({ name, result }) =>
    IS_ANSWER.test(result) && !IS_QUESTION.test(name),
  'isX, hasX and canX return a boolean': ({ name, result }) =>
    IS_QUESTION.test(name) && !IS_ANSWER.test(result) && result !== 'Promise<boolean>',
  'findX may return nothing': ({ name, result }) => /^find[A-Z]/.test(name) && !/undefined|\[\]|Map</.test(result),
  'loadX and readX return something or throw': ({ name, result }) =>
    /^(?:load|read)[A-Z]/.test(name) && MAY_BE_NOTHING.test(result),
  'checkX returns what it found or collects it in `faults`; assertX throws': ({ name, parameters, result }) =>
    /^check[A-Z]/.test(name) && /^(?:void|Promise<void>)$/.test(result) && !/\bfaults\b/.test(parameters),
  'a function that returns writes for a transaction is named xWrite, xWrites or xChecks': ({ name, result }) =>
    /^(?:Promise<)?Write(?:\[\]|>|$| &)/.test(result) && !/(?:Writes?|Checks?)$/.test(name),
};

const signatures = [...sourcesIn('functions', 'lib').values()].flatMap(({ file, text }) =>
  signaturesIn(text).map((signature) => ({ file, ...signature })),
);

describe('the verbs of exported functions', () => {
  it.each(Object.entries(RULES))('%s', (_, isBroken) => {
    expect(signatures.length).toBeGreaterThan(2000);
    expect(signatures.filter(isBroken).map(({ file, name, result }) => `${file} ${name}: ${result}`)).toEqual([]);
  });

  it.each([
    ['export const mayPay = (order: Order): boolean => true;'],
    ['export const isPaid = (order: Order): string => "";'],
    ['export const findOrder = async (id: string): Promise<Order> => order;'],
    ['export const loadOrder = async (id: string): Promise<Order | undefined> => undefined;'],
    ['export const checkOrder = (order: Order, log: (line: string) => void): void => {};'],
    ['export const pay = (order: Order): Write[] => [];'],
  ])('reports %s', (text) => {
    const found = signaturesIn(text);
    expect(Object.values(RULES).filter((isBroken) => found.some(isBroken))).toHaveLength(1);
  });
});
