import { text } from 'node:stream/consumers';
import { OpsError } from './command.ts';

/** The key on standard input. Throws on empty input, so that the stored key is not used by mistake. */
export const keyFromInput = async (): Promise<string> => {
  const key = (await text(process.stdin)).trim();
  if (key === '') throw new OpsError('Standard input has no key.');
  return key;
};
