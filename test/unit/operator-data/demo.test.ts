import { describe, expect, it } from 'vitest';
import demo from '../../../events/demo.json' with { type: 'json' };

describe('the demo data', () => {
  it('sells its events and offers until 2036 at least, and names no year', () => {
    const ends = [
      ...demo.events.map(({ starts_at }) => starts_at),
      ...demo.special_offers.map((offer) => ('available_until' in offer ? offer.available_until : null)),
    ].filter((each) => typeof each === 'string');
    expect(ends).toHaveLength(4);
    expect(ends.filter((each) => each < '2036')).toEqual([]);
    expect(demo.events.filter(({ name, slug }) => /\d{4}/.test(`${name} ${slug}`))).toEqual([]);
  });
});
