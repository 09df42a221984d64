import { isIP, type LookupFunction } from 'node:net';

/** Answers every question of the socket with the one address that was checked. */
export const pinned =
  (address: string): LookupFunction =>
  (_hostname, options, callback) => {
    const family = isIP(address);
    if (options.all) callback(null, [{ address, family }]);
    else callback(null, address, family);
  };
