import { labelsOfKeys } from '../domain/company/api-keys/labels.ts';
import type { presentActor } from '../platform/actor.ts';
import { systemIn } from './texts/own-names.ts';
import type { DeskVisit } from './visit.ts';

type ShownActor = ReturnType<typeof presentActor>;

/** Labels of the company's own keys, by key id. */
export type KeyLabels = ReadonlyMap<string, string>;

/** Labels of the keys that are actors on a page. */
export const keyLabels = ({ company }: Pick<DeskVisit, 'company'>, actors: readonly ShownActor[]): Promise<KeyLabels> =>
  labelsOfKeys(
    company.slug,
    actors.flatMap(({ key_id: id }) => id ?? []),
  );

/**
 * The displayed name of an actor. An actor of another company is shown with that company, and a key without a label
 * with the start of its id.
 */
export const actorNameOf = (
  { company, language }: Pick<DeskVisit, 'company' | 'language'>,
  by: ShownActor,
  labels: KeyLabels = new Map(),
): string => {
  const service = by.system === null ? '' : systemIn(language, by.system);
  const who = by.user ?? (by.key_id === null ? service : (labels.get(by.key_id) ?? `${by.key_id.slice(0, 8)}…`));
  return by.company === null || by.company === company.slug ? who : `${who} (${by.company})`;
};
