/** Purpose of a link in an email: the first password of an invited user, or a new password. */
export const LINK_KINDS = ['invitation', 'reset'] as const;
export type LinkKind = (typeof LINK_KINDS)[number];
