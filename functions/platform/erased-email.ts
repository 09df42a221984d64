/** Replaces an erased email address in a required member. Its domain is reserved, so no email is delivered to it. */
export const ERASED_EMAIL = 'erased@erased.invalid';

/** Whether an email address was erased. Email to it would bounce and harm the sender's reputation. */
export const isErased = (email: string): boolean => email === ERASED_EMAIL;

/** The email address that pages show; empty if it was erased. */
export const shownEmail = (email: string): string => (isErased(email) ? '' : email);

/** The name of a sender or recipient, for cards and emails; empty if the person was erased. */
export const nameUnlessErased = ({ name, email }: { name: string; email: string }): string =>
  isErased(email) ? '' : name.trim();
