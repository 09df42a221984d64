import { ownMember } from '../own-member.ts';

/** English texts of one subject by id. A text with arguments is a function. */
export type MessageCatalog = Readonly<Record<string, string | ((args: never) => string)>>;

/** Arguments of a text; `undefined` if it has none. */
type ArgumentsOf<Entry> = Entry extends (args: infer Arguments) => string ? Arguments : undefined;

/**
 * A text of the service that pages translate by its id and arguments. Converted to a string or to JSON, it is its
 * English text.
 */
export class Message {
  readonly id: string;
  readonly args: unknown;
  readonly english: string;

  constructor(id: string, args: unknown, english: string) {
    this.id = id;
    this.args = args;
    this.english = english;
  }

  toString(): string {
    return this.english;
  }

  toJSON(): string {
    return this.english;
  }
}

/** The members of a message, as deployed functions send them to each other. */
export type SentMessage = Pick<Message, 'id' | 'args' | 'english'>;

export const receivedMessage = ({ id, args, english }: SentMessage): Message => new Message(id, args, english);

/** A text of the service. It is a `Message` if a page translates it. */
export type Text = string | Message;

type ArgumentList<Entry> = Entry extends (args: infer Arguments) => string ? [args: Arguments] : [];

/** Returns a function that creates the messages of a catalog: `ordering('lines_above_maximum', { maximum: 20 })`. */
export const messagesOf =
  <C extends MessageCatalog>(catalog: C) =>
  <Id extends keyof C & string>(id: Id, ...[args]: ArgumentList<C[Id]>): Message => {
    const entry = catalog[id] as string | ((args: unknown) => string);
    return new Message(id, args, typeof entry === 'string' ? entry : entry(args));
  };

/** An entry for every text of a message catalog. A missing entry and a wrong argument are type errors. */
export type Translations<C extends MessageCatalog, Context, Out> = {
  readonly [Id in keyof C]: Out | ((args: ArgumentsOf<C[Id]>, context: Context) => Out);
};

/** The translation of a message; undefined for a text without an id, or a message of another message catalog. */
export const translationOf = <Context, Out>(
  translations: Readonly<Record<string, Out | ((args: never, context: Context) => Out) | undefined>>,
  text: Text,
  context: Context,
): Out | undefined => {
  if (typeof text === 'string') return undefined;
  const entry = ownMember(translations, text.id);
  return typeof entry === 'function'
    ? (entry as (args: unknown, context: Context) => Out)(text.args, context)
    : (entry as Out | undefined);
};
