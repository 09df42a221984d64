import { Message, type Text } from './message.ts';

/**
 * A message as a row stores it, next to its English text. `args`: JSON, in which a nested message is its English text.
 */
export interface StoredReason {
  id: string;
  args?: string;
}

/** Undefined for a text without an id. */
export const storedReason = (text: Text): StoredReason | undefined => {
  if (typeof text === 'string') return undefined;
  const { id, args } = text;
  return { id, ...(args === undefined ? {} : { args: JSON.stringify(args) }) };
};

export const textFrom = (english: string, reason: StoredReason | undefined): Text =>
  reason === undefined
    ? english
    : new Message(reason.id, reason.args === undefined ? undefined : JSON.parse(reason.args), english);

/** The message in the member `message` of a body, to be stored with the JSON of the body. */
export const storedMessage = (body: unknown): { message?: StoredReason } => {
  const { message } = (body ?? {}) as { message?: unknown };
  const stored = message instanceof Message ? storedReason(message) : undefined;
  return stored === undefined ? {} : { message: stored };
};

/** A body parsed from JSON, with its stored message in place of the English text. */
export const withMessage = (body: object, stored: StoredReason | undefined): object =>
  stored === undefined ? body : { ...body, message: textFrom((body as { message: string }).message, stored) };
