/** Names of the reply shapes; filled in by each resource's replies. */
export type ReplyName = string;
