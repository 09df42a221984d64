import { BlockList, isIP } from 'node:net';

/**
 * The service may connect to public internet addresses only. These IPv4 ranges are private, reserved or for special
 * purposes.
 */
const INSIDE_V4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/**
 * A public IPv6 address is within 2000::/3 and outside these ranges, which are for special purposes such as
 * documentation and tunnels, or contain IPv4 addresses.
 */
const INSIDE_V6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
];

const inside = new BlockList();
for (const [network, prefix] of INSIDE_V4) inside.addSubnet(network, prefix, 'ipv4');
const insideV6 = new BlockList();
for (const [network, prefix] of INSIDE_V6) insideV6.addSubnet(network, prefix, 'ipv6');
const globalV6 = new BlockList();
globalV6.addSubnet('2000::', 3, 'ipv6');
const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
const loopbackV6 = new BlockList();
loopbackV6.addAddress('::1', 'ipv6');

/** Whether a string is an address of the public internet. False for a string that is not an IP address. */
export const isPublicAddress = (address: string): boolean => {
  switch (isIP(address)) {
    case 4:
      return !inside.check(address, 'ipv4');
    case 6:
      return globalV6.check(address, 'ipv6') && !insideV6.check(address, 'ipv6');
    default:
      return false;
  }
};

/**
 * Whether the address is in 127.0.0.0/8 or is ::1. IPv4 addresses that are written in another way (`127.1`) or mapped
 * to IPv6 are not recognized.
 */
export const isLoopbackAddress = (address: string): boolean =>
  isIP(address) === 4 ? loopback.check(address, 'ipv4') : isIP(address) === 6 && loopbackV6.check(address, 'ipv6');

/** The IP address in the host of a URL, without brackets; undefined for a host name. */
export const literalAddress = (hostname: string): string | undefined => {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(bare) > 0 ? bare : undefined;
};

/** Domains that public name servers do not resolve. */
const PRIVATE_DOMAINS = ['internal', 'local', 'localdomain', 'home.arpa', 'lan', 'intranet', 'corp', 'home', 'onion'];

/** `localhost` and its subdomains, with or without the trailing dot. */
export const isLocalhostName = (hostname: string): boolean => /^(.+\.)?localhost\.?$/i.test(hostname);

/** Whether a name resolves only within a network: it has a single label or a private domain. */
export const isPrivateName = (hostname: string): boolean => {
  const name = hostname.toLowerCase().replace(/\.$/, '');
  return !name.includes('.') || isLocalhostName(name) || PRIVATE_DOMAINS.some((suffix) => name.endsWith(`.${suffix}`));
};
