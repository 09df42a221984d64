import type { Message } from './message.ts';

/** The message of a schema's own issue. Zod keeps it as it is; its types know strings only. */
export const issueText = (message: Message): string => message as unknown as string;

/** The message of a check in a schema: `z.refine(isCountry, withErrorText(validation('country_unknown')))`. */
export const withErrorText = (message: Message): { error: () => { message: string } } => ({
  error: () => ({ message: issueText(message) }),
});
