import { messagesOf } from './message.ts';

/** Why a path is refused. */
export const PATHS = {
  path_unknown: ({ path }: { path: string }) => `There is nothing at ${path}.`,
  method_not_taken: ({ path, method, allowed }: { path: string; method: string; allowed: readonly string[] }) =>
    `${path} does not take ${method}, only ${allowed.join(', ')}.`,
};

export const paths = messagesOf(PATHS);
