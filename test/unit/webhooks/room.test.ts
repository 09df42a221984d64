import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { withRoom } from '../../../functions/domain/webhooks/room.ts';

const attempts = (endpoint: string, count: number, durationMs: number) =>
  Promise.all(Array.from({ length: count }, () => withRoom(endpoint, () => sleep(durationMs))));

describe('the room of one endpoint', () => {
  it('a quick endpoint gets all its attempts, ten at a time', async () => {
    let underWay = 0;
    let most = 0;
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, () =>
        withRoom('quick', async () => {
          most = Math.max(most, ++underWay);
          await sleep(5);
          underWay--;
        }),
      ),
    );
    expect(new Set(outcomes)).toEqual(new Set(['done']));
    expect(most).toBe(10);
  });

  it('one that keeps ten busy has the others wait for later', async () => {
    const outcomes = await attempts('busy', 12, 1000);
    expect(outcomes.filter((outcome) => outcome === 'full')).toHaveLength(2);
  });

  it('one that lets an attempt wait for seconds dawdles, and does not take the room of another', async () => {
    const held = withRoom('dawdler', () => sleep(5000));
    await sleep(4100);
    expect(await attempts('dawdler', 1, 1)).toEqual(['dawdling']);
    expect(await attempts('other', 3, 1)).toEqual(['done', 'done', 'done']);
    await held;
    expect(await attempts('dawdler', 1, 1)).toEqual(['done']);
  });

  it('an attempt that fails gives its room back', async () => {
    for (let count = 0; count < 15; count++) {
      await expect(withRoom('failing', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    }
    expect(await attempts('failing', 1, 1)).toEqual(['done']);
  });
});
