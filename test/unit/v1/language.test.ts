import { describe, expect, it } from 'vitest';
import { languageOf } from '../../../functions/pipeline/translation/language.ts';
import { items } from '../../../functions/platform/messages/items.ts';
import { legacy } from '../../../functions/platform/messages/legacy.ts';
import { legacyText, translateTexts } from '../../../functions/pipeline/translation/translations.ts';
import { legacyPagingOf } from '../../../functions/api/v1/paging.ts';

describe('languages of the legacy API', () => {
  it('are named by language or by country, and English is the default', () => {
    expect(['se', 'sv', 'SE'].map(languageOf)).toEqual(['sv', 'sv', 'sv']);
    expect([languageOf(undefined), languageOf('v2')]).toEqual(['en', undefined]);
  });

  it('insert the arguments of a text', () => {
    expect(legacyText('de', items('item_expired', { day: '2027-01-31' }))).toBe(
      'Der Code ist am 2027-01-31 abgelaufen.',
    );
    const loggedIn = legacy('logged_in', { user: 'a of b', company: 'c of d' });
    expect(legacyText('da', loggedIn)).toBe('Logget ind som a of b hos c of d.');
  });

  it('do not translate texts written by people, or texts without a translation', () => {
    expect(translateTexts('de', { claim_note: 'Paid', item_title: 'Used', status_name: 'Used' })).toEqual({
      claim_note: 'Paid',
      item_title: 'Used',
      status_name: 'Eingelöst',
    });
    expect(legacyText('sv', 'toString')).toBe('toString');
  });
});

describe('paging of the legacy API', () => {
  it.each([
    [{}, { offset: 0, limit: 10, order: 'desc' }],
    [
      { offset: '-1', limit: '-1', order: 'ASC' },
      { offset: 0, limit: 1, order: 'asc' },
    ],
    [
      { offset: '7', limit: '101', order: 'up' },
      { offset: 7, limit: 100, order: 'desc' },
    ],
    [
      { offset: '1.5', limit: '', order: '' },
      { offset: 0, limit: 10, order: 'desc' },
    ],
  ])('%j counts as %j', (fields, paging) => expect(legacyPagingOf(fields)).toEqual(paging));
});
