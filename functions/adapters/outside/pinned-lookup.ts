import { isIP, type LookupFunction } from 'node:net';

/** Resolves every host name of the socket to the verified IP address. */
export const pinnedLookup =
  (address: string): LookupFunction =>
  (_hostname, options, callback) => {
    const family = isIP(address);
    if (options.all) callback(null, [{ address, family }]);
    else callback(null, address, family);
  };
