/** Replaces an erased address where a value is required. The domain is reserved, so no mail reaches it. */
export const ERASED_EMAIL = 'erased@erased.invalid';

/** Whether an address was that of a person who has been erased: a mail to it would come back, and count against the sender. */
export const isErased = (email: string): boolean => email === ERASED_EMAIL;
