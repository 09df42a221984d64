import { config } from '../../platform/config.ts';
import { conflict } from '../../platform/errors.ts';
import type { Caller } from '../request.ts';

/** On production a test key neither takes nor returns payments (service.md, Authentication 3). */
export const assertTakesPayments = (caller: Caller): void => {
  if (caller.mode === 'live' || config.environment() !== 'production') return;
  throw conflict(
    'test_key_not_accepted_in_production',
    'A test key cannot take or return a payment on production. Nothing was charged or returned.',
  );
};

const TEN_YEARS_SECONDS = 10 * 365 * 24 * 3600;

/** Keys of operations that move money live as long as their order. */
export const MONEY_KEY_SECONDS = TEN_YEARS_SECONDS;
