import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TimelineEntry } from '../../../functions/domain/value/items/ledger/timeline.ts';
import { eventFacts, verdictOf } from '../../../functions/desk/counter/pages/verdict.ts';
import { textsOf } from '../../../functions/desk/language.ts';
import type { Item } from '../../../functions/desk/code-lookup.ts';
import type { DeskVisit } from '../../../functions/desk/visit.ts';
import { clock } from '../../../functions/platform/clock.ts';

const company = { slug: 'nordlys', name: 'Nordlys', time_zone: 'Europe/Copenhagen' };
const visit = { company, language: 'en', t: textsOf('en') } as unknown as DeskVisit;
const item = (more: object) => ({ available_claim: true, claim_error: null, event: null, ...more }) as Item;
const concert = { slug: 'jazz', title: 'Jazz', startsAt: '2027-05-01T18:00:00Z', endsAt: null };
const happened = (kind: string): TimelineEntry[] => [
  {
    change: {
      kind,
      occurred_at: '2027-04-30T10:00:00Z',
      by: { key_id: null, user: 'sille', company: 'nordlys', system: null },
    },
  } as unknown as TimelineEntry,
];
const shownVerdict = async (of: Item, history: readonly TimelineEntry[] = []): Promise<string> => {
  const { className: look, content } = await verdictOf(visit, of, { history, isDone: false });
  return `${look}: ${String(content)
    .replaceAll(/<[^>]+>|\s+/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim()}`;
};

beforeEach(() => {
  vi.spyOn(clock, 'nowMs').mockReturnValue(Date.parse('2027-05-01T08:00:00Z'));
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('the result shown at the counter for an item', () => {
  it('is positive for a ticket for today, and a warning for a ticket for another day', async () => {
    expect(await shownVerdict(item({ event: concert }))).toBe('good: Valid');
    const later = { ...concert, startsAt: '2027-05-02T18:00:00Z' };
    expect(await shownVerdict(item({ event: later }))).toMatch(
      /^other-day: Another day This ticket is not for today\. .*2 May 2027/,
    );
    const festival = { ...concert, startsAt: '2027-04-30T18:00:00Z', endsAt: '2027-05-02T20:00:00Z' };
    expect(await shownVerdict(item({ event: festival }))).toBe('good: Valid');
    expect(eventFacts(visit, item({ event: concert }))).toEqual([
      ['Event', 'Jazz'],
      ['Date', expect.stringContaining('1 May 2027')],
    ]);
  });

  it('shows when, where and by whom the item was redeemed', async () => {
    const used = item({ available_claim: false, claim_error: 'The item has already been used.', status: 3 });
    expect(await shownVerdict(used, happened('claim'))).toMatch(
      /^not-good: Already used Redeemed on 30 Apr 2027, .+, at Nordlys, by sille\.$/,
    );
    const blocked = item({ ...used, claim_error: 'The item is blocked.', status: 6, blocked: { reason: null } });
    expect(await shownVerdict(blocked, happened('claim'))).toMatch(
      /^not-good: Not valid The item is blocked\. Redeemed on/,
    );
    expect(await shownVerdict(used, happened('withdraw'))).toMatch(/^not-good: Not valid Refunded on 30 Apr 2027/);
  });
});
