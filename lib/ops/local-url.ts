import { runningStacks } from '../local/running.ts';
import { OpsError } from './command.ts';

const DEFAULT_URL = 'http://127.0.0.1:3000';

/**
 * The URL of the local stack: the given one, otherwise `LOCAL_URL`, otherwise the default URL if a stack runs there or
 * if none runs, otherwise that of the running stack. Throws `OpsError` when several stacks run, none of them at the
 * default URL.
 */
export const localUrl = (named: string | undefined): string => {
  const address = named ?? process.env['LOCAL_URL'];
  if (address) return address.replace(/\/$/, '');
  const running = runningStacks();
  const usual = running.find(({ url }) => url === DEFAULT_URL);
  if (usual || running.length === 0) return DEFAULT_URL;
  const [only, ...others] = running;
  if (only && others.length === 0) return only.url;
  throw new OpsError(`Several stacks are running; select one with --url: ${running.map(({ url }) => url).join(', ')}`);
};
