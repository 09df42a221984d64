import type { Random } from '../simulation/random.ts';
import { Expressions, NAMES, type Input, type Row, type Value } from './table-expressions.ts';

/** One call in DynamoDB's JSON protocol. */
export interface Operation {
  name: string;
  input: Input;
}

const PARTITIONS = ['A#1', 'A#2', 'B', 'É'];
const SORTS = ['1', '10', '2', '2#a', '2#b', '3', 'a', 'ab', 'abc', 'b', '\u{ffee}', '\u{1f381}'];
const INDEXES = ['ix1', 'due'];

/** Generates random valid calls on one table, with few keys, so that most calls affect rows of earlier ones. */
export class Operations {
  readonly #random: Random;
  readonly #table: string;
  #token = 0;
  #last: Operation | undefined;

  constructor(random: Random, table: string) {
    this.#random = random;
    this.#table = table;
  }

  next(): Operation {
    const kinds: [number, () => Operation][] = [
      [4, () => this.#put()],
      [5, () => this.#update()],
      [2, () => this.#delete()],
      [2, () => this.#get()],
      [5, () => this.#query()],
      [4, () => this.#transaction()],
      [1, () => this.#scan()],
      [1, () => this.#batchGet()],
      [1, () => this.#batchWrite()],
      [1, () => this.#transactGet()],
    ];
    return this.#random.pick(kinds.flatMap(([weight, kind]) => Array.from({ length: weight }, () => kind)))();
  }

  /** Several distinct results of a generator. */
  #several<T>(least: number, most: number, one: () => T, keyOf: (each: T) => string): T[] {
    const all = Array.from({ length: this.#random.between(least, most) }, one);
    return [...new Map(all.map((each) => [keyOf(each), each])).values()];
  }

  #call(name: string, input: Input): Operation {
    const ReturnConsumedCapacity = this.#random.pick(['NONE', 'TOTAL', 'INDEXES']);
    return { name, input: { ReturnConsumedCapacity, ...input } };
  }

  #single(name: string, input: Input): Operation {
    return this.#call(name, { TableName: this.#table, ...input });
  }

  #key(): Row {
    return { pk: { S: this.#random.pick(PARTITIONS) }, sk: { S: this.#random.pick(SORTS) } };
  }

  #row(): Row {
    const made = new Expressions(this.#random);
    const indexKeys = made
      .some(INDEXES, 0.5)
      .flatMap((index): [string, Value][] => [
        [`${index}pk`, { S: this.#random.pick(['I', 'J']) }],
        ...made.some([`${index}sk`], 0.9).map((name): [string, Value] => [name, { S: this.#random.pick(SORTS) }]),
      ]);
    const attributes = made
      .some(NAMES, 0.4)
      .map((name): [string, Value] => [name, made.value(name, ['list', 'map'].includes(name))]);
    return { ...this.#key(), ...Object.fromEntries([...attributes, ...indexKeys]) };
  }

  /** A write that has a condition with the given probability. */
  #guarded(make: (expressions: Expressions) => Input, probability = 0.5): Input {
    const expressions = new Expressions(this.#random);
    const input = make(expressions);
    const guard = this.#random.chance(probability)
      ? {
          ConditionExpression: expressions.condition([...NAMES, 'pk']),
          ReturnValuesOnConditionCheckFailure: this.#random.pick(['NONE', 'ALL_OLD']),
        }
      : {};
    return expressions.complete({ ...input, ...guard });
  }

  #putInput(): Input {
    return this.#guarded(() => ({ Item: this.#row() }));
  }

  #updateInput(): Input {
    return this.#guarded((expressions) => ({ Key: this.#key(), UpdateExpression: expressions.update() }));
  }

  #deleteInput(): Input {
    return this.#guarded(() => ({ Key: this.#key() }));
  }

  #put(): Operation {
    return this.#single('PutItem', { ...this.#putInput(), ReturnValues: this.#random.pick(['NONE', 'ALL_OLD']) });
  }

  #update(): Operation {
    const ReturnValues = this.#random.pick(['NONE', 'ALL_OLD', 'UPDATED_OLD', 'ALL_NEW', 'UPDATED_NEW']);
    return this.#single('UpdateItem', { ...this.#updateInput(), ReturnValues });
  }

  #delete(): Operation {
    return this.#single('DeleteItem', { ...this.#deleteInput(), ReturnValues: this.#random.pick(['NONE', 'ALL_OLD']) });
  }

  #projection(expressions: Expressions): Input {
    if (this.#random.chance(0.7)) return {};
    const paths = expressions.some(NAMES, 0.4).map((name) => expressions.path(name));
    return { ProjectionExpression: (paths.length > 0 ? paths : ['pk']).join(', ') };
  }

  #get(): Operation {
    const expressions = new Expressions(this.#random);
    const input = { Key: this.#key(), ConsistentRead: this.#random.chance(0.5), ...this.#projection(expressions) };
    return this.#single('GetItem', expressions.complete(input));
  }

  #keyCondition(expressions: Expressions, index: string): string {
    const random = this.#random;
    const partition = { S: random.pick(index === '' ? PARTITIONS : ['I', 'J']) };
    const first = `${index}pk = ${expressions.placeholder(partition)}`;
    if (random.chance(0.3)) return first;
    const name = `${index}sk`;
    const sort = (text = random.pick(SORTS)): string => expressions.placeholder({ S: text });
    const range = random.pick([
      () => `begins_with(${name}, ${sort()})`,
      () => `${name} BETWEEN ${sort('1')} AND ${sort()}`,
      () => `${name} BETWEEN ${sort()} AND ${sort('\u{1f381}')}`,
      () => `${name} ${random.pick(['=', '<', '<=', '>', '>='])} ${sort()}`,
    ]);
    return `${first} AND ${range()}`;
  }

  #page(expressions: Expressions, index: string): Input {
    const random = this.#random;
    const names = index === '' ? NAMES : ['n', 'flag'];
    return {
      ...(index === '' ? { ConsistentRead: random.chance(0.5) } : { IndexName: index }),
      ...(random.chance(0.3) ? { FilterExpression: expressions.condition(names) } : {}),
      ...(random.chance(0.1) ? { Select: 'COUNT' } : index === '' ? this.#projection(expressions) : {}),
    };
  }

  #query(): Operation {
    const [expressions, random] = [new Expressions(this.#random), this.#random];
    const index = random.pick(['', '', ...INDEXES]);
    const input = {
      KeyConditionExpression: this.#keyCondition(expressions, index),
      ...this.#page(expressions, index),
      ...(random.chance(0.6) ? { Limit: random.between(1, 5) } : {}),
      ScanIndexForward: random.chance(0.5),
    };
    return this.#single('Query', expressions.complete(input));
  }

  #scan(): Operation {
    const expressions = new Expressions(this.#random);
    return this.#single('Scan', expressions.complete(this.#page(expressions, this.#random.pick(['', 'due']))));
  }

  #batchGet(): Operation {
    const expressions = new Expressions(this.#random);
    const Keys = this.#several(1, 8, () => this.#key(), JSON.stringify);
    const part = { Keys, ConsistentRead: this.#random.chance(0.5), ...this.#projection(expressions) };
    return this.#call('BatchGetItem', { RequestItems: { [this.#table]: expressions.complete(part) } });
  }

  #batchWrite(): Operation {
    const writes = this.#several(
      1,
      5,
      () => this.#row(),
      ({ pk, sk }) => JSON.stringify([pk, sk]),
    );
    const requests = writes.map((Item) => {
      const Key = { pk: Item['pk'], sk: Item['sk'] };
      return this.#random.chance(0.6) ? { PutRequest: { Item } } : { DeleteRequest: { Key } };
    });
    return this.#call('BatchWriteItem', { RequestItems: { [this.#table]: requests } });
  }

  #transaction(): Operation {
    const random = this.#random;
    const TableName = this.#table;
    const one = (): Record<string, Input> =>
      random.pick([
        () => ({ Put: { TableName, ...this.#putInput() } }),
        () => ({ Update: { TableName, ...this.#updateInput() } }),
        () => ({ Delete: { TableName, ...this.#deleteInput() } }),
        () => ({ ConditionCheck: { TableName, ...this.#guarded(() => ({ Key: this.#key() }), 1) } }),
      ])();
    const TransactItems = this.#several(1, 4, one, (item) => {
      const [{ Key, Item }] = Object.values(item) as [{ Key?: Row; Item?: Row }];
      return JSON.stringify([Key?.['pk'] ?? Item?.['pk'], Key?.['sk'] ?? Item?.['sk']]);
    });
    // Sometimes repeats the last transaction, or reuses its token with other content.
    if (this.#last && random.chance(0.1)) return this.#last;
    const ClientRequestToken = `t-${random.chance(0.8) ? ++this.#token : this.#token}`;
    const made = this.#call('TransactWriteItems', {
      TransactItems,
      ...(random.chance(0.4) ? { ClientRequestToken } : {}),
    });
    this.#last = 'ClientRequestToken' in made.input ? made : this.#last;
    return made;
  }

  #transactGet(): Operation {
    const keys = this.#several(1, 4, () => this.#key(), JSON.stringify);
    const TransactItems = keys.map((Key) => ({ Get: { TableName: this.#table, Key } }));
    return this.#call('TransactGetItems', { TransactItems });
  }
}
