import { Message, type Text } from './message.ts';

/** What a row keeps of a message, next to its English. `args`: JSON, in which a nested message is its English. */
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
