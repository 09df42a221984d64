import { describe, expect, it } from 'vitest';
import { mailTextsIn } from '../../../functions/domain/notifications/mail/texts.ts';
import { textsOf } from '../../../functions/pages/kit/language.ts';

const SENT_AT = Date.parse('2026-11-28T10:00:00Z');

/** Languages of pages and emails, with the text of a time within a sentence. */
const MOMENTS = [
  ['en', 'en', 'on 28 November 2026 at 10:00'],
  ['da', 'da', 'den 28. november 2026 kl. 10.00'],
  ['sv', 'sv', 'den 28 november 2026 kl. 10:00'],
  ['de', 'de', 'am 28. November 2026 um 10:00'],
  ['no', 'nb', ' 28. november 2026 kl. 10:00'],
] as const;

describe.each(MOMENTS)('the send time of an order, in %s', (pages, mails, written) => {
  const { tag, summary, receipt } = textsOf(pages);
  const when = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(SENT_AT);

  it('is formatted in the summary and the receipt', () => {
    expect(summary.sendAt(when)).toContain(written);
    expect(receipt.scheduled(when, 'bo@example.com')).toContain(written);
  });

  it('is formatted in emails', () => {
    const { scheduledIntro, scheduledOwnIntro, movedIntro } = mailTextsIn(mails);
    for (const sentence of [scheduledIntro('Bo', when), scheduledOwnIntro(when), movedIntro('Bo', when)]) {
      expect(sentence).toContain(written);
    }
  });
});
