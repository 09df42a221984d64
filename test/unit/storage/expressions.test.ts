import { expect, it } from 'vitest';
import { conditionHolds, updated } from '../../simulation/expressions.ts';

const scope = { names: { '#state': 'state' }, values: { ':one': 1 } };

it('the table in memory refuses what DynamoDB refuses: a reserved word as the name of a member', () => {
  expect(() => conditionHolds('calling = :one', undefined, scope)).toThrow('calling is a reserved word');
  expect(() => conditionHolds('attribute_not_exists(Ttl)', undefined, scope)).toThrow('Ttl is a reserved word');
  expect(() => updated('SET state = :one', {}, scope)).toThrow('state is a reserved word');
  expect(() => updated('SET total = if_not_exists(count, :one)', {}, scope)).toThrow('reserved word');
});

it('any other name, and one that replaces a reserved word, are accepted', () => {
  expect(conditionHolds('attribute_not_exists(holder) AND #state = :one', { state: 1 }, scope)).toBe(true);
  expect(updated('SET #state = :one ADD attempts :one', {}, scope)).toEqual({ state: 1, attempts: 1 });
});
