import type { presentActor } from '../platform/actor.ts';
import { systemIn } from './texts/own-names.ts';
import type { DeskVisit } from './visit.ts';

/**
 * Who did something, as people know it. Somebody of another company is told with it; a key is known by the beginning of
 * its id.
 */
export const whoOf = (
  { company, language }: Pick<DeskVisit, 'company' | 'language'>,
  by: ReturnType<typeof presentActor>,
): string => {
  const service = by.system === null ? '' : systemIn(language, by.system);
  const who = by.user ?? (by.key_id === null ? service : `${by.key_id.slice(0, 8)}…`);
  return by.company === null || by.company === company.slug ? who : `${who} (${by.company})`;
};
