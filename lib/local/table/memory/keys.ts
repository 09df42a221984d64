import { TABLE_INDEXES } from '../../../definition.ts';
import { PARTITION_KEY_MAX_BYTES, SORT_KEY_MAX_BYTES } from '../../../../functions/storage/key-limits.ts';
import { invalid, invalidValue } from './table-error.ts';
import { assertText, attributeOf, kindOf, type Row, type Value } from './values.ts';

/** The key attributes of the table, and of an index by its name; all are strings. */
export const keyNamesOf = (index = ''): readonly [string, string] => [`${index}pk`, `${index}sk`];

export const TABLE_KEYS = keyNamesOf();
export const INDEXES: readonly string[] = TABLE_INDEXES;
/** The names of all indexes; the empty name is the table. */
export const PLACES: readonly string[] = ['', ...INDEXES];

/** Text that identifies a row by its primary key. */
export const keyOf = (row: Row): string => `${row['pk']?.S ?? ''}\n${row['sk']?.S ?? ''}`;

/** The key attributes of a row in an index, or in the table if no index is given. */
export const keysOf = (row: Row, index = ''): Row => {
  const keys: Record<string, Value> = {};
  for (const name of index === '' ? TABLE_KEYS : [...TABLE_KEYS, ...keyNamesOf(index)]) {
    if (row[name]) keys[name] = row[name];
  }
  return keys;
};

/** Throws `TableError` for a value that cannot be a key. */
export const assertKeyValue = (name: string, value: Value): void => {
  if (value.S === undefined) {
    throw invalidValue(`Type mismatch for key ${name} expected: S actual: ${kindOf(value)}`);
  }
  if (value.S === '') {
    throw invalid(
      `One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: ${name}`,
    );
  }
  assertText(value.S);
  const isHash = name.endsWith('pk');
  if (Buffer.byteLength(value.S) <= (isHash ? PARTITION_KEY_MAX_BYTES : SORT_KEY_MAX_BYTES)) return;
  throw invalidValue(
    isHash
      ? `Size of hashkey has exceeded the maximum size limit of ${PARTITION_KEY_MAX_BYTES} bytes`
      : `Aggregated size of all range keys has exceeded the size limit of ${SORT_KEY_MAX_BYTES} bytes`,
  );
};

/** Throws `TableError` for attributes that are not the key of a row. */
export const assertKey = (key: Row | undefined): Row => {
  const names = Object.keys(key ?? {});
  if (!key || names.length !== TABLE_KEYS.length || TABLE_KEYS.some((name) => !attributeOf(key, name))) {
    throw invalid('The provided key element does not match the schema');
  }
  for (const name of TABLE_KEYS) assertKeyValue(name, key[name] ?? {});
  return key;
};

/** Throws `TableError` for a row whose keys, of the table or of an index, cannot be stored. */
export const assertRowKeys = (row: Row): void => {
  for (const name of TABLE_KEYS) {
    const value = attributeOf(row, name);
    if (!value) throw invalidValue(`Missing the key ${name} in the item`);
    assertKeyValue(name, value);
  }
  for (const index of INDEXES) {
    for (const name of keyNamesOf(index)) {
      const value = attributeOf(row, name);
      if (value) assertIndexKey(index, name, value);
    }
  }
};

const assertIndexKey = (index: string, name: string, value: Value): void => {
  if (value.S === undefined) {
    throw invalidValue(`Type mismatch for Index Key ${name} Expected: S Actual: ${kindOf(value)} IndexName: ${index}`);
  }
  if (value.S === '') {
    throw invalid(
      'One or more parameter values are not valid. A value specified for a secondary index key is not supported. ' +
        `The AttributeValue for a key attribute cannot contain an empty string value. IndexName: ${index}, IndexKey: ${name}`,
    );
  }
  assertKeyValue(name, value);
};
