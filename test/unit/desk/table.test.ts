import { html } from 'hono/html';
import { expect, it } from 'vitest';
import { breakable, rowsTable } from '../../../functions/desk/pages/table.ts';

it('keeps day and time on one line, and breaks long words of texts and links', async () => {
  const word = 'Donaudampfschifffahrtsgesellschaft';
  const cells = ['5. sep. 2028, 12.00', '05.09.2028, 12:00', '5 sep. 2028 12:00', '5 of 2000 cards', word];
  const page = String(
    await rowsTable('Days', { head: [], rows: [[...cells, html`<a href="/">${breakable(word)}</a>`]] }),
  );
  expect([...page.matchAll(/class="moment">([^<]*)</g)].map(([, text]) => text)).toEqual(cells.slice(0, 3));
  expect(page.match(/Donaudampfschi<wbr/g)).toHaveLength(2);
});
