import { describe, expect, it } from 'vitest';
import { SCOPE_GROUPS } from '../../../functions/desk/texts/scopes.ts';
import { SCOPES } from '../../../functions/platform/scopes.ts';

describe('what a key may do', () => {
  it('is under one heading each, and nothing is left out', () => {
    expect(Object.values(SCOPE_GROUPS).flat().toSorted()).toEqual([...SCOPES].toSorted());
  });
});
