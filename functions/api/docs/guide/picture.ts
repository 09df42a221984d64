import { STATE_NAMES, STATES, type State } from '../../../domain/checkout/orders/states.ts';
import { TRANSITIONS } from '../../../domain/checkout/orders/transitions.ts';

/** A transition between two states of an order, and the events that cause it. */
interface OrderTransition {
  from: State;
  to: State;
  events: string[];
}

/** All transitions to another state, according to the state table. */
export const orderTransitions = (): OrderTransition[] => {
  const transitions = new Map<string, OrderTransition>();
  for (const [kind, { rules }] of Object.entries(TRANSITIONS)) {
    for (const { from, to } of rules) {
      for (const state of to === 'same' ? [] : from.filter((each) => each !== to)) {
        const transition = transitions.get(`${state} ${to}`) ?? { from: state, to: to as State, events: [] };
        if (!transition.events.includes(kind)) transition.events.push(kind);
        transitions.set(`${state} ${to}`, transition);
      }
    }
  }
  return [...transitions.values()];
};

/** Center of the box of each state. The type requires an entry for every state. */
const POSITIONS: Record<State, readonly [x: number, y: number]> = {
  unpaid: [100, 150],
  authorized: [360, 50],
  captured: [620, 150],
  fulfilled: [880, 150],
  fulfillment_failed: [620, 290],
  cancelled: [360, 290],
  expired: [100, 290],
};
const [WIDTH, HEIGHT] = [170, 48];

const words = (name: string): string => name.replaceAll('_', ' ');

/** The point at which a line to another box leaves its box. */
const edge = ([x, y]: readonly [number, number], [toX, toY]: readonly [number, number]): string => {
  const [dx, dy] = [toX - x, toY - y];
  const part = Math.min(WIDTH / 2 / Math.max(1, Math.abs(dx)), HEIGHT / 2 / Math.max(1, Math.abs(dy)));
  return `${Math.round(x + dx * part)},${Math.round(y + dy * part)}`;
};

const APART = 9;

/** Draws a transition. If there is one in the opposite direction, the two lines are next to each other. */
const line = ({ from, to }: OrderTransition): string => {
  const [[x, y], [toX, toY]] = [POSITIONS[from], POSITIONS[to]];
  const isDouble = orderTransitions().some((way) => way.from === to && way.to === from);
  const side = from < to ? APART : -APART;
  const [dx, dy] = isDouble ? (x === toX ? [side, 0] : [0, side]) : [0, 0];
  const a = [x + dx, y + dy] as const;
  const b = [toX + dx, toY + dy] as const;
  return `<polyline points="${edge(a, b)} ${edge(b, a)}" marker-end="url(#arrow)"/>`;
};

const box = (name: State): string => {
  const [x, y] = POSITIONS[name];
  return `<g><rect x="${x - WIDTH / 2}" y="${y - HEIGHT / 2}" width="${WIDTH}" height="${HEIGHT}" rx="8"/><text x="${x}" y="${y - 3}" font-weight="600">${words(name)}</text><text x="${x}" y="${y + 15}">${STATES[name].order}</text></g>`;
};

/**
 * The states of an order as a picture. The table below it has the same content for readers who cannot see the picture.
 */
export const pictureOfStates = (): string =>
  `<div class="wide" tabindex="0"><svg viewBox="0 0 980 340" role="img" aria-label="The states of an order, and the ways between them; the table below lists the same.">
<defs><marker id="arrow" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto-start-reverse"><path d="M0,0L10,5L0,10z"/></marker></defs>
${orderTransitions().map(line).join('\n')}
${STATE_NAMES.map(box).join('\n')}
</svg></div>`;

const COLUMNS = ['status', 'What it is', 'From there'];

/**
 * A row of the table. It has explicit roles, because narrow windows display rows as blocks, which removes their table
 * semantics.
 */
const row = (head: string, cells: readonly string[]): string =>
  `<tr role="row"><th scope="row" role="rowheader">${head}</th>${cells
    .map((cell, at) => `<td role="cell" data-column="${COLUMNS[at]}">${cell}</td>`)
    .join('')}</tr>`;

/** The states of an order as a table. */
export const tableOfStates = (): string => {
  const heads = ['State', ...COLUMNS].map((name) => `<th scope="col" role="columnheader">${name}</th>`).join('');
  const rows = STATE_NAMES.map((name) => {
    const onward = orderTransitions()
      .filter(({ from }) => from === name)
      .map(({ to, events }) => `${words(to)} <small>(${events.map(words).join(', ')})</small>`);
    const { order, meaning } = STATES[name];
    return row(words(name), [`<code>${order}</code>`, meaning, onward.join('<br>') || 'It stays.']);
  });
  return `<div class="wide" tabindex="0"><table class="stacked" role="table"><thead role="rowgroup"><tr role="row">${heads}</tr></thead><tbody role="rowgroup">${rows.join('')}</tbody></table></div>`;
};
