import { html } from 'hono/html';
import { none, type Markup } from '../../../pages/kit/markup.ts';

export interface Bar {
  name: string;
  value: number;
}

const WIDTH = 960;
const HEIGHT = 220;
const FOOT = 24;
const TOP = 20;
const NAMES_MAX = 10;
/** Room for the day under a bar: a name that would be cut off at the end is left out. */
const NAME_WIDTH = 84;

/**
 * Bars as an SVG drawing; the table below has the same content, so that it is accessible. Fewer than two bars are not
 * drawn. On a telephone the chart scrolls: drawn that narrow, its labels would be unreadable.
 */
export const barPlot = (title: string, bars: readonly Bar[], say: (highest: Bar) => string): Markup => {
  const most = Math.max(...bars.map(({ value }) => value), 0);
  if (bars.length < 2 || most <= 0) return none;
  const highest = say(bars.find(({ value }) => value === most) ?? { name: '', value: most });
  const step = WIDTH / bars.length;
  const every = Math.ceil(bars.length / NAMES_MAX);
  return html`<figure aria-label="${title}">
    <figcaption>${title}</figcaption>
    <div class="scroll" tabindex="0" role="region" aria-label="${title}">
      <svg class="plot" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}: ${highest}">
        <text x="0" y="12">${highest}</text>
        ${bars.map(({ name, value }, at) => {
          const height = (Math.max(0, value) / most) * (HEIGHT - FOOT - TOP);
          const x = (at * step).toFixed(1);
          return html`<rect
              x="${x}"
              y="${(HEIGHT - FOOT - height).toFixed(1)}"
              width="${Math.max(1, step - 2).toFixed(1)}"
              height="${height.toFixed(1)}"
            />${at % every === 0 && at * step + NAME_WIDTH <= WIDTH ? html`<text x="${x}" y="${HEIGHT - 6}">${name}</text>` : none}`;
        })}
      </svg>
    </div>
  </figure>`;
};
