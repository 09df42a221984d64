import { describe, expect, it } from 'vitest';
import { FairBacklog } from '../../../lib/local/queues/fair-backlog.ts';

const backlogOf = (...messages: string[]): FairBacklog<string> => {
  const backlog = new FairBacklog<string>((message) => message[0] ?? '');
  backlog.add(messages);
  return backlog;
};

describe('messages waiting for a consumer', () => {
  it('are delivered in the order of arrival while one group sends', () => {
    const backlog = backlogOf('a1', 'a2', 'a3');
    expect([...backlog.take(2), ...backlog.take(2), ...backlog.take(1)]).toEqual(['a1', 'a2', 'a3']);
  });

  it('are delivered first when their group has fewer messages in progress', () => {
    const backlog = backlogOf('a1', 'a2', 'a3', 'a4');
    expect(backlog.take(2)).toEqual(['a1', 'a2']);
    backlog.add(['b1', 'c1', 'b2', 'b3']);
    expect(backlog.take(5)).toEqual(['b1', 'c1', 'b2', 'a3', 'b3']);
  });

  it('no longer count once their processing has ended', () => {
    const backlog = backlogOf('a1', 'a2', 'b1', 'b2', 'a3');
    const taken = backlog.take(2);
    expect(taken).toEqual(['a1', 'b1']);
    backlog.end(['a1']);
    expect(backlog.take(3)).toEqual(['a2', 'b2', 'a3']);
  });
});
