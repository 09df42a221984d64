import { expect, it } from 'vitest';
import { actorNameOf } from '../../../functions/desk/actor-name.ts';
import type { DeskVisit } from '../../../functions/desk/visit.ts';
import { presentActor } from '../../../functions/platform/actor.ts';

const visit = { company: { slug: 'nordlys' } as DeskVisit['company'], language: 'de' } as const;
const key = '0123456789abcdef0123456789abcdef';

it.each([
  [{ user: 'mads', company: 'nordlys' }, 'mads'],
  [{ user: 'bo', company: 'lumen' }, 'bo (lumen)'],
  [{ keyId: key, company: 'nordlys' }, '01234567…'],
  [{ keyId: key, company: 'nordlys', system: 'fulfillment' }, '01234567…'],
  [{ system: 'operator' }, 'Betreiber'],
  [{ system: 'somebody-new' }, 'somebody-new'],
])('shows %o at the desk of nordlys as %s', (by, shown) => {
  expect(actorNameOf(visit, presentActor(by))).toBe(shown);
});

it('shows a key by its label', () => {
  const by = presentActor({ keyId: key, company: 'nordlys' });
  expect(actorNameOf(visit, by, new Map([[key, 'Web shop']]))).toBe('Web shop');
});
