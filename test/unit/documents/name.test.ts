import { describe, expect, it } from 'vitest';
import { asciiName, documentName } from '../../../functions/domain/fulfillment/documents/name.ts';
import { documentReply } from '../../../functions/pipeline/document-reply.ts';

describe('names of documents', () => {
  it.each([
    [['Gavekort', '7H2K9QW3XB'], 'Gavekort 7H2K9QW3XB'],
    [['a/b\\c:"d"\r\nX-Evil: 1', null], 'a b c d X-Evil 1'],
    [['..', undefined], 'document'],
    [['\u202Egnp.exe'], 'gnp.exe'],
    [['x'.repeat(300)], 'x'.repeat(80)],
  ])('%j', (parts, name) => {
    expect(documentName(...parts)).toBe(name);
  });

  it('have an ASCII form for older clients', () => {
    expect(asciiName('Åse Ærø ß 寿司')).toBe('Ase Aero ss');
    expect(asciiName('寿司')).toBe('document');
  });

  it('are sent in both forms in the response', () => {
    const { headers } = documentReply({ bytes: Buffer.from(''), name: "Smørrebrød (d'or)" });
    expect(headers?.['Content-Disposition']).toBe(
      `inline; filename="Smorrebrod (d'or).pdf"; filename*=UTF-8''Sm%C3%B8rrebr%C3%B8d%20%28d%27or%29.pdf`,
    );
  });
});
