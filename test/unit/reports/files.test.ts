import { describe, expect, it } from 'vitest';
import { isCsvPreferred, csvLimit, nextOffset } from '../../../functions/pipeline/csv-reply.ts';
import { COLUMNS } from '../../../functions/api/reports/columns.ts';
import { reportReplies } from '../../../functions/api/reports/replies.ts';

const accepts = (accept: string | undefined): boolean => isCsvPreferred({ headers: { accept } });

describe('a report as a file', () => {
  it('is returned to clients that prefer CSV', () => {
    for (const accept of [
      'text/csv',
      'text/csv, */*',
      'TEXT/CSV; charset=utf-8',
      'application/json;q=0.5, text/csv;q=0.8',
    ])
      expect([accept, accepts(accept)]).toEqual([accept, true]);
    for (const accept of [
      undefined,
      '',
      '*/*',
      'text/*',
      'image/png',
      'application/json, text/csv;q=0.5',
      'text/csv;q=0',
    ])
      expect([accept, accepts(accept)]).toEqual([accept, false]);
  });

  it('has every member of the rows as a column', () => {
    const { shape: analytics } = reportReplies.AnalyticsReport.shape.items._zod.def.element;
    const { shape: claimed } = reportReplies.ClaimedItemsReport.shape.items._zod.def.element;
    const { shape: participant } = reportReplies.ParticipantList.shape.data._zod.def.element;
    const { shape: subscriber } = reportReplies.SubscriberList.shape.data._zod.def.element;
    const { shape: outstanding } = reportReplies.LiabilityReport.shape.items._zod.def.element;
    const { shape: check } = reportReplies.IntegrityReport.shape.checks._zod.def.element;
    expect(COLUMNS.analytics).toEqual(Object.keys(analytics));
    expect(COLUMNS['claimed-items']).toEqual(Object.keys(claimed));
    expect(COLUMNS.participants).toEqual(Object.keys(participant));
    expect(COLUMNS.subscribers).toEqual(Object.keys(subscriber));
    expect(COLUMNS.liability.toSorted()).toEqual(Object.keys(outstanding).toSorted());
    expect(COLUMNS.integrity).toEqual(Object.keys(check));
  });

  it('has at most 20,000 rows, and an offset for the rest', () => {
    expect([undefined, '', '0', '5', '99999', 'many'].map(csvLimit)).toEqual([20_000, 20_000, 1, 5, 20_000, 20_000]);
    expect(nextOffset(10, { items: [1, 2], itemsCount: 12 })).toBeUndefined();
    expect(nextOffset(10, { items: [1, 2], itemsCount: 13 })).toEqual({ offset: '12' });
  });
});
