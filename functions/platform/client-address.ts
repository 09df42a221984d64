import { isIPv6 } from 'node:net';
import { config } from './config.ts';
import { DISTRIBUTION_HEADER } from './distribution-header.ts';
import { isEqualInConstantTime } from './secrets.ts';

/** Bits of an IPv6 address that name a network: one household or phone has all addresses in it. */
const NETWORK_GROUPS = 4;

/**
 * The address of the client. Behind our proxies it is the address that the outermost proxy saw, N places from the end of
 * `X-Forwarded-For`; anything before it can be forged. Our distribution is one of them for requests that prove they
 * came through it: the API can also be called at its own address.
 */
export const wholeClientAddress = (sourceIp: string, headers: Readonly<Record<string, string | undefined>>): string => {
  const proxies = config.trustedProxies() + (isViaDistribution(headers[DISTRIBUTION_HEADER]) ? 1 : 0);
  const seen = (headers['x-forwarded-for'] ?? '').split(',').map((each) => each.trim());
  const address = proxies === 0 ? sourceIp : (seen.at(-1 - proxies) ?? sourceIp);
  return address || sourceIp;
};

/** The same for limits: of an IPv6 address only the network. */
export const clientAddress = (sourceIp: string, headers: Readonly<Record<string, string | undefined>>): string =>
  networkOf(wholeClientAddress(sourceIp, headers));

const isViaDistribution = (sent: string | undefined): boolean => {
  const expected = config.viaDistribution();
  return expected !== undefined && sent !== undefined && isEqualInConstantTime(sent, expected);
};

/** An IPv4 address as it is; of an IPv6 address its network of 64 bits. */
const networkOf = (address: string): string => {
  // Most addresses are IPv4: the pattern behind `isIPv6` takes milliseconds to compile in a fresh process.
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
