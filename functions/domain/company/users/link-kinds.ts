/** What a link in a mail is for: the first password of an invited user, or another one. */
export const LINK_KINDS = ['invitation', 'reset'] as const;
export type LinkKind = (typeof LINK_KINDS)[number];
