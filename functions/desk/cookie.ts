import { SESSION_MS } from '../domain/company/users/desk-session.ts';
import type { PublicRequest } from '../pipeline/public-endpoint.ts';
import type { Reply } from '../pipeline/request.ts';

/**
 * Browsers accept a cookie with this prefix only over a secure connection, for all paths and from the host itself, so
 * no other host of the domain can set it.
 */
const NAME = '__Host-desk';
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Lax';

/** The value of the session cookie; undefined if there is none. */
export const cookieOf = ({ cookies }: PublicRequest): string | undefined =>
  cookies.find((each) => each.startsWith(`${NAME}=`))?.slice(NAME.length + 1) || undefined;

const sessionCookie = (token: string): string => `${NAME}=${token}; Max-Age=${SESSION_MS / 1000}; ${ATTRIBUTES}`;

/**
 * Redirects with a new session. The referrer policy makes the browser send the URL of the sign-in page in `Referer`, so
 * that the next page can explain a missing cookie.
 */
export const signedInReply = (to: string, token: string): Reply => ({
  status: 303,
  headers: { Location: to, 'Referrer-Policy': 'same-origin', 'Set-Cookie': sessionCookie(token) },
});

export const droppedCookie = (): string => `${NAME}=; Max-Age=0; ${ATTRIBUTES}`;
