import { describe, expect, it } from 'vitest';
import { SCOPE_GROUPS } from '../../../functions/desk/texts/scopes.ts';
import { SCOPES } from '../../../functions/platform/scopes.ts';

describe('the scopes of a key', () => {
  it('are each under exactly one heading', () => {
    expect(Object.values(SCOPE_GROUPS).flat().toSorted()).toEqual([...SCOPES].toSorted());
  });
});
