import { expect, test } from 'vitest';
import { CATALOG } from '../../../functions/platform/messages/catalog.ts';
import { CONNECTIONS } from '../../../functions/platform/messages/connections.ts';
import { GIFT_CARDS } from '../../../functions/platform/messages/gift-cards.ts';
import { ISSUING } from '../../../functions/platform/messages/issuing.ts';
import { ITEM_CHANGES } from '../../../functions/platform/messages/item-changes.ts';
import { ITEMS } from '../../../functions/platform/messages/items.ts';
import { LEGACY } from '../../../functions/platform/messages/legacy.ts';
import { MANAGEMENT } from '../../../functions/platform/messages/management.ts';
import { MISSING } from '../../../functions/platform/messages/missing.ts';
import { ORDERING } from '../../../functions/platform/messages/ordering.ts';
import { OUTCOMES } from '../../../functions/platform/messages/outcomes.ts';
import { PAGES } from '../../../functions/platform/messages/pages.ts';
import { PATHS } from '../../../functions/platform/messages/paths.ts';
import { PICTURES } from '../../../functions/platform/messages/pictures.ts';
import { REFUNDS } from '../../../functions/platform/messages/refunds.ts';
import { REQUESTS } from '../../../functions/platform/messages/requests.ts';
import { SENDING } from '../../../functions/platform/messages/sending.ts';
import { TEMPLATES } from '../../../functions/platform/messages/templates.ts';
import { VALIDATION } from '../../../functions/platform/messages/validation.ts';
import type { MessageCatalog } from '../../../functions/platform/messages/message.ts';

const CATALOGS: readonly MessageCatalog[] = [
  CATALOG,
  CONNECTIONS,
  GIFT_CARDS,
  ISSUING,
  ITEM_CHANGES,
  ITEMS,
  LEGACY,
  MANAGEMENT,
  MISSING,
  ORDERING,
  OUTCOMES,
  PAGES,
  PATHS,
  PICTURES,
  REFUNDS,
  REQUESTS,
  SENDING,
  TEMPLATES,
  VALIDATION,
];

/** Arguments that are lists. */
const LISTS = new Map([
  ['kinds', ['{kinds}']],
  ['choices', ['{choices}']],
  ['allowed', ['{allowed}']],
  ['details', ['vat_number', 'address', 'contact', 'terms']],
]);
/** Arguments whose values are their names, such as `{maximum}`. */
const NAMES = new Proxy({}, { get: (_all, name) => LISTS.get(String(name)) ?? `{${String(name)}}` });

const english = (entry: MessageCatalog[string]): string => (typeof entry === 'string' ? entry : entry(NAMES as never));

const texts = CATALOGS.flatMap((catalog) =>
  Object.entries(catalog).map(([id, entry]) => ({ id, text: english(entry) })),
);

test('every message has its own id', () => {
  const ids = texts.map(({ id }) => id);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
});

test('the English texts are the documented ones', async () => {
  await expect(texts.map(({ id, text }) => `${id}: ${text}\n`).join('')).toMatchFileSnapshot('messages.txt');
});

test('a message about one piece uses the singular', () => {
  expect(OUTCOMES.pieces_redeemed({ pieces: 1 })).toBe('A part of the item is redeemed; 1 piece is left.');
  expect(ITEMS.pieces_reserved_for_order({ pieces: 1 })).toMatch(/^1 piece of the item is reserved /);
  expect(ITEM_CHANGES.undo_above_pieces({ pieces: 1 })).toBe('At most 1 piece of the item can be given back.');
});
