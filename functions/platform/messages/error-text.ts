import type { Message } from './message.ts';

/** The message as the text of a schema issue. Zod passes it on unchanged, but its types only allow strings. */
export const issueText = (message: Message): string => message as unknown as string;

/** Sets the message of a check in a schema: `z.refine(isCountry, withErrorText(validation('country_unknown')))`. */
export const withErrorText = (message: Message): { error: () => { message: string } } => ({
  error: () => ({ message: issueText(message) }),
});
