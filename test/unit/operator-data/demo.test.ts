import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import demo from '../../../events/demo.json' with { type: 'json' };
import { printPicture } from '../../../functions/adapters/images/print.ts';
import { GREETING_TERMS } from '../../../functions/domain/company/pictures/schema.ts';
import { SCOPES } from '../../../functions/platform/scopes.ts';

const pictures = [...new Set(JSON.stringify(demo).match(/(?<="https:\/\/images\.shop\.example\/)[^"]+/g))].toSorted();

describe('the demo data', () => {
  it('sells its events and offers until at least 2036, and names no year', () => {
    const ends = [
      ...demo.events.map(({ starts_at }) => starts_at),
      ...demo.special_offers.map((offer) => ('available_until' in offer ? offer.available_until : null)),
    ].filter((each) => typeof each === 'string');
    expect(ends).toHaveLength(4);
    expect(ends.filter((each) => each < '2036')).toEqual([]);
    expect(demo.events.filter(({ name, slug }) => /\d{4}/.test(`${name} ${slug}`))).toEqual([]);
  });

  it('has every scope in its unrestricted keys', () => {
    const keys = demo.api_keys.filter(({ label }) => label.startsWith('demo, everything'));
    expect(keys).toHaveLength(4);
    for (const { scopes } of keys) expect(scopes.toSorted()).toEqual(SCOPES.toSorted());
  });

  it('has pictures of products and of greetings', () => {
    expect(pictures).toHaveLength(12);
  });

  it.each(pictures)('includes %s, which can be printed on cards', async (name) => {
    const { width, height } = await printPicture(readFileSync(`events/pictures/${name}`), GREETING_TERMS);
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(600);
  });
});
