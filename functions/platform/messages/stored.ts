import { Message, type Text } from './message.ts';

/**
 * A message as a row stores it, next to its English text. `args` is JSON, in which the English text of a nested message
 * replaces the message.
 */
export interface StoredReason {
  id: string;
  args?: string;
}

/** The id and arguments of a message; undefined for a text without an id. */
export const storedReason = (text: Text): StoredReason | undefined => {
  if (typeof text === 'string') return undefined;
  const { id, args } = text;
  return { id, ...(args === undefined ? {} : { args: JSON.stringify(args) }) };
};

export const textFrom = (english: string, reason: StoredReason | undefined): Text =>
  reason === undefined
    ? english
    : new Message(reason.id, reason.args === undefined ? undefined : JSON.parse(reason.args), english);

/** The message in `message` of a body, as stored next to the JSON of the body. */
export const storedMessage = (body: unknown): { message?: StoredReason } => {
  const { message } = (body ?? {}) as { message?: unknown };
  const stored = message instanceof Message ? storedReason(message) : undefined;
  return stored === undefined ? {} : { message: stored };
};

/** A body parsed from JSON, in which the stored message replaces its English text. */
export const withMessage = (body: object, stored: StoredReason | undefined): object =>
  stored === undefined ? body : { ...body, message: textFrom((body as { message: string }).message, stored) };
