/** Replaces an erased address where a value is required. The domain is reserved, so no mail reaches it. */
export const ERASED_EMAIL = 'erased@erased.invalid';

/** Whether an address replaces an erased one: mail to it would bounce and harm the sender's reputation. */
export const isErased = (email: string): boolean => email === ERASED_EMAIL;

/** The address that pages show: none instead of an erased one. */
export const shownEmail = (email: string): string => (isErased(email) ? '' : email);

/** The name of a person on cards and in mails to the other party. Erased persons have none. */
export const nameUnlessErased = ({ name, email }: { name: string; email: string }): string =>
  isErased(email) ? '' : name.trim();
