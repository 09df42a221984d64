import { shardsOf } from '../../../storage/due.ts';
import { queryAll, type Key } from '../../../storage/table.ts';

/**
 * Slugs of all companies, for operator commands. Reads the list of the nightly check, to which every new company is
 * added.
 */
export const everyCompany = async (): Promise<string[]> => {
  const shards = await Promise.all(
    shardsOf('integrity-check').map((shard) => queryAll<Key>({ index: 'due', partition: `integrity-check#${shard}` })),
  );
  return shards
    .flat()
    .map(({ pk }) => pk.slice('INTEGRITY#'.length))
    .toSorted();
};
