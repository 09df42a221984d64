import type { presentActor } from '../platform/actor.ts';
import { systemIn } from './texts/own-names.ts';
import type { DeskVisit } from './visit.ts';

/** Name of an actor. Actors of another company are shown with it; a key is shown by the start of its id. */
export const whoOf = (
  { company, language }: Pick<DeskVisit, 'company' | 'language'>,
  by: ReturnType<typeof presentActor>,
): string => {
  const service = by.system === null ? '' : systemIn(language, by.system);
  const who = by.user ?? (by.key_id === null ? service : `${by.key_id.slice(0, 8)}…`);
  return by.company === null || by.company === company.slug ? who : `${who} (${by.company})`;
};
