import { STATES, STATE_NAMES } from './states.ts';
import { TRANSITIONS } from './transitions.ts';

const cell = (text: string): string => text.replaceAll('|', '\\|');
const row = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(row)].join('\n');

const list = (texts: readonly (string | null)[]): string => texts.map((text) => text ?? 'null').join(', ');

const statesTable = (): string =>
  table(
    ['state', 'order', 'payment', 'fulfillment', 'meaning'],
    STATE_NAMES.map((name) => {
      const { order, payment, fulfillment, meaning } = STATES[name];
      return [name, order, list(payment), list(fulfillment), meaning];
    }),
  );

const rulesTable = (): string =>
  table(
    ['event', 'in', 'if', 'then', 'and'],
    Object.entries(TRANSITIONS).flatMap(([kind, { rules, otherwise }]) => [
      ...rules.map(({ from, when, to, does }) => [
        kind,
        from.length === STATE_NAMES.length ? 'any state' : list(from),
        when.map(({ description }) => description).join('; '),
        to === 'same' ? 'stays' : to,
        list(does),
      ]),
      [kind, 'otherwise', '', otherwise === 'ignored' ? 'is ignored' : 'is refused', ''],
    ]),
  );

/** The state machine of an order as a page, generated from the transition table. */
export const lifeOfAnOrder = (): string =>
  [
    '## States',
    '',
    statesTable(),
    '',
    '## What happens',
    '',
    'For each event, the first row that matches applies. An event that changes nothing may arrive late, twice, or in any order.',
    '',
    rulesTable(),
    '',
  ].join('\n');
