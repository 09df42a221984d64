import { Resolver } from 'node:dns/promises';
import {
  isPrivateName,
  isLocalhostName,
  isLoopbackAddress,
  isPublicAddress,
  literalAddress,
} from '../../platform/addresses.ts';

/** Resolves a host name to its IP addresses. */
export type Resolve = (hostname: string) => Promise<string[]>;

/** Thrown for an address that is, or resolves to, an internal address. */
export class AddressRefused extends Error {
  constructor() {
    super('The address is not a public one.');
    this.name = 'AddressRefused';
  }
}

/** Thrown if the name has no IP address or its name servers do not respond. */
export class AddressUnknown extends Error {
  constructor(cause?: unknown) {
    super('The host name could not be resolved.', { cause });
    this.name = 'AddressUnknown';
  }
}

const RESOLVE_TIMEOUT_MS = 3000;

/**
 * Queries the name servers directly. The system's lookup shares four threads among all callers, and unresponsive name
 * servers would block them.
 */
export const resolveName =
  (timeoutMs = RESOLVE_TIMEOUT_MS): Resolve =>
  async (hostname) => {
    const resolver = new Resolver({ timeout: timeoutMs, tries: 1 });
    const responses = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = responses.flatMap((response) => (response.status === 'fulfilled' ? response.value : []));
    if (addresses.length > 0) return addresses;
    throw new AddressUnknown(responses.find((response) => response.status === 'rejected')?.reason);
  };

/** Maximum number of IP addresses to try. */
const ADDRESSES_MAX = 3;

/**
 * The addresses of a host, in the order in which to try them. A name with an internal address is refused, because the
 * next lookup might return only that one. Throws `AddressRefused` and `AddressUnknown`.
 */
export const addressesFor = async (
  hostname: string,
  options: { allowsLoopback: boolean; resolve: Resolve },
): Promise<string[]> => {
  const addresses = await candidates(hostname, options.resolve);
  const isAllowed = (address: string): boolean =>
    isPublicAddress(address) || (options.allowsLoopback && isLoopbackAddress(address));
  if (addresses.length === 0) throw new AddressUnknown();
  if (!addresses.every(isAllowed)) throw new AddressRefused();
  return addresses.slice(0, ADDRESSES_MAX);
};

const candidates = async (hostname: string, resolve: Resolve): Promise<string[]> => {
  const literal = literalAddress(hostname);
  if (literal !== undefined) return [literal];
  if (isLocalhostName(hostname)) return ['127.0.0.1', '::1'];
  if (isPrivateName(hostname)) throw new AddressRefused();
  return resolve(hostname.replace(/\.$/, ''));
};
