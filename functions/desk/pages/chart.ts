import { html } from 'hono/html';
import { none, type Markup } from '../../pages/kit/markup.ts';
import { percent } from '../format.ts';
import { homeText } from '../texts/home.ts';
import type { DeskVisit } from '../visit.ts';
import { rowsTable } from './table.ts';

export interface Bar {
  /** The full name of the day, month or group. */
  name: string;
  /** A short name for the axis; absent: `name`. */
  short?: string;
  value: number;
  /** The bar only separates its neighbors and is not in the table. */
  isGap?: boolean;
}

interface Chart {
  title: string;
  /** Column heads of the table: what a bar represents, and its value. */
  heads: readonly [string, string];
  bars: readonly Bar[];
  /** Formats a value. */
  format: (value: number) => string;
}

const STEP = 10;
const GAP = 2;
const HEIGHT = 100;
/**
 * With at least this number of bars, each bar fills its step. Fewer bars are narrower than their steps, because they
 * would otherwise be too wide.
 */
const FILLING_BARS = 8;
/** Maximum number of characters of the labels if all bars are labeled on the axis. */
const AXIS_CHARACTERS = 40;

const tableBehind = ({ language }: DeskVisit, title: string, content: Parameters<typeof rowsTable>[1]): Markup =>
  html`<details class="behind">
    <summary>${homeText(language, 'asTable')}</summary>
    ${rowsTable(title, content)}
  </details>`;

/** Labels below the bars: all if they fit, otherwise the first, the middle and the last. */
const axis = (bars: readonly Bar[]): Markup => {
  const isNamed = bars.reduce((sum, { name, short = name }) => sum + short.length + 1, 0) <= AXIS_CHARACTERS;
  const shown = isNamed ? bars : [0, Math.floor((bars.length - 1) / 2), bars.length - 1].map((at) => bars[at]);
  return html`<div class="axis ${isNamed ? 'each' : ''}" aria-hidden="true">
    ${shown.map((bar) => html`<span>${bar?.short ?? bar?.name ?? ''}</span>`)}
  </div>`;
};

/**
 * Bars as an SVG drawing as wide as its container. Its texts are HTML, so that they keep their size on phones. The
 * table after it has the same content. Nothing is drawn for fewer than two bars or without a value above 0.
 */
export const barChart = (
  visit: DeskVisit,
  { title, heads, bars, format }: Chart,
  highest: (bar: Bar) => string,
): Markup => {
  const maximum = Math.max(...bars.map(({ value }) => value), 0);
  if (bars.length < 2 || maximum <= 0) return none;
  const top = highest(bars.find(({ value }) => value === maximum) ?? { name: '', value: maximum });
  const width = bars.length * STEP;
  const barWidth = (STEP - GAP) * Math.min(1, bars.length / FILLING_BARS);
  // The bar is centered in its step, above its label.
  const inset = (STEP - barWidth) / 2;
  return html`<figure class="chart">
    <figcaption>${title}</figcaption>
    <p class="hint">${top}</p>
    <svg
      class="plot"
      viewBox="0 0 ${width} ${HEIGHT}"
      preserveAspectRatio="none"
      role="img"
      aria-label="${title}. ${top}"
    >
      ${[0, HEIGHT / 2, HEIGHT].map((y) => html`<path class="grid" d="M0 ${y}H${width}" />`)}
      ${bars.map(({ name, value }, at) => {
        const height = (Math.max(0, value) / maximum) * HEIGHT;
        return html`<rect
          x="${at * STEP + inset}"
          y="${(HEIGHT - height).toFixed(2)}"
          width="${barWidth}"
          height="${height.toFixed(2)}"
        >
          <title>${name}: ${format(value)}</title>
        </rect>`;
      })}
    </svg>
    ${axis(bars)}
    ${tableBehind(visit, title, {
      head: heads,
      figures: [1],
      rows: bars.filter(({ isGap }) => !isGap).map(({ name, value }) => [name, format(value)]),
    })}
  </figure>`;
};

/**
 * Shares of a total, in the order of the bars, each with its amount and its bar. The table after them has the same
 * content. Nothing is drawn for a total of 0 or less.
 */
export const shareChart = (visit: DeskVisit, { title, heads, bars, format }: Chart): Markup => {
  const whole = bars.reduce((sum, { value }) => sum + value, 0);
  if (whole <= 0) return none;
  const shareOf = (value: number): string => percent(visit, value / whole);
  return html`<figure class="chart">
    <figcaption>${title}</figcaption>
    <ul class="shares">
      ${bars.map(
        ({ name, value }) =>
          html`<li>
            <span>${name}</span>
            <span><span class="hint">${format(value)}</span> <strong>${shareOf(value)}</strong></span>
            <svg class="share" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true" focusable="false">
              <rect class="whole" width="100" height="1" />
              <rect width="${((100 * value) / whole).toFixed(2)}" height="1" />
            </svg>
          </li>`,
      )}
    </ul>
    ${tableBehind(visit, title, {
      head: [...heads, homeText(visit.language, 'share')],
      figures: [1, 2],
      rows: bars.map(({ name, value }) => [name, format(value), shareOf(value)]),
    })}
  </figure>`;
};
