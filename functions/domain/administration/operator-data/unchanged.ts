import type { Condition } from '../../../storage/table.ts';
import type { ChangeCounts } from '../../catalog/products/rows.ts';

const names = { '#version': 'version' };

/** Condition: the row is at the version that was read. */
export const unchangedSince = ({ version }: ChangeCounts): Condition =>
  version === undefined
    ? { expression: 'attribute_exists(pk) AND attribute_not_exists(#version)', names }
    : { expression: '#version = :version', names, values: { ':version': version } };
