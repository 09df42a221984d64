import { isIPv6 } from 'node:net';
import { config } from './config.ts';
import { DISTRIBUTION_HEADER } from './distribution-header.ts';
import { isEqualInConstantTime } from './secrets.ts';

/**
 * Number of groups of an IPv6 address that identify a network. One household or phone has all IP addresses of its
 * network.
 */
const NETWORK_GROUPS = 4;

/**
 * The IP address of the client. Behind N trusted proxies it is the IP address from which the outermost of them received
 * the request: N places before the last entry of `X-Forwarded-For`. Entries before it can be forged. The distribution
 * counts as a proxy only for requests that prove that they came through it, because the API can also be called
 * directly.
 */
export const wholeClientAddress = (sourceIp: string, headers: Readonly<Record<string, string | undefined>>): string => {
  const proxies = config.trustedProxies() + (isViaDistribution(headers[DISTRIBUTION_HEADER]) ? 1 : 0);
  const addresses = (headers['x-forwarded-for'] ?? '').split(',').map((each) => each.trim());
  const address = proxies === 0 ? sourceIp : (addresses.at(-1 - proxies) ?? sourceIp);
  return address || sourceIp;
};

/** The client IP address for rate limits: for IPv6, its network. */
export const clientAddress = (sourceIp: string, headers: Readonly<Record<string, string | undefined>>): string =>
  networkOf(wholeClientAddress(sourceIp, headers));

const isViaDistribution = (sent: string | undefined): boolean => {
  const expected = config.viaDistribution();
  return expected !== undefined && sent !== undefined && isEqualInConstantTime(sent, expected);
};

/** An IPv4 address unchanged; the 64-bit network of an IPv6 address. */
const networkOf = (address: string): string => {
  // Skips `isIPv6` for IPv4 addresses, because compiling its pattern takes milliseconds in a new process.
  if (!address.includes(':') || !isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  const [head = '', tail] = address.toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  const groups = [...before, ...zeros, ...after].map((group) => group.replace(/^0+(?=.)/, ''));
  return `${groups.slice(0, NETWORK_GROUPS).join(':')}::/64`;
};
