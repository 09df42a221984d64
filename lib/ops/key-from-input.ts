import { text } from 'node:stream/consumers';
import { OpsError } from './command.ts';

/** The key on standard input. Throws when there is none: the stored one must not be used instead. */
export const keyFromInput = async (): Promise<string> => {
  const key = (await text(process.stdin)).trim();
  if (key === '') throw new OpsError('Standard input has no key.');
  return key;
};
