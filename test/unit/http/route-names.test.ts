import { assertType, it } from 'vitest';
import type { KnownRoute } from '../../../functions/routes.ts';

it('a reply name or an error code that does not exist is a type error', () => {
  assertType<KnownRoute['replies']>({ 200: 'ApiKeyList', 202: 'image/png', 204: null });
  // @ts-expect-error No reply has this name.
  assertType<KnownRoute['replies']>({ 200: 'ApiKeyLst' });
  assertType<KnownRoute['errors']>(['above_maximum']);
  // @ts-expect-error No error has this code.
  assertType<KnownRoute['errors']>(['above_maximun']);
});
