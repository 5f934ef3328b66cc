/** Chunks of a list, and work on it under a concurrency limit. */
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { allEnded, chunksOf, withConcurrency } from '../../../../lib/dynamodb/client/concurrency.ts';

it.each([
  [[], []],
  [[1, 2], [[1, 2]]],
  [[1, 2, 3], [[1, 2, 3]]],
  [
    [1, 2, 3, 4],
    [[1, 2, 3], [4]],
  ],
])('%j in chunks of three: %j', (all, chunks) => expect(chunksOf(all, 3)).toEqual(chunks));

describe('Under a concurrency limit', () => {
  it('all is worked on, so many at once', async () => {
    const done: number[] = [];
    let underWay = 0;
    let most = 0;
    await withConcurrency([1, 2, 3, 4, 5, 6, 7], 3, async (each) => {
      most = Math.max(most, ++underWay);
      await Promise.resolve();
      underWay--;
      done.push(each);
    });
    expect(done.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(most).toBe(3);
  });

  it('nothing else begins once one has failed', async () => {
    const begun: number[] = [];
    const work = withConcurrency([1, 2, 3, 4], 2, async (each) => {
      begun.push(each);
      if (each === 1) throw new Error('one');
      await Promise.resolve();
    });
    await expect(work).rejects.toThrow('one');
    expect(begun).toEqual([1, 2]);
  });

  it('nothing is under way any more when it ends, and the first failure is thrown', async () => {
    const ended: number[] = [];
    const work = withConcurrency([1, 2, 3], 3, async (each) => {
      for (let turn = 1; turn < each; turn++) await setImmediate();
      ended.push(each);
      if (each < 3) throw new Error(`failure of ${each}`);
    });
    await expect(work).rejects.toThrow('failure of 1');
    expect(ended).toEqual([1, 2, 3]);
  });
});

describe('All of them', () => {
  it('answer with what each of them does', async () => {
    const [number, text] = await allEnded([Promise.resolve(1), Promise.resolve('one')]);
    expect([number, text]).toEqual([1, 'one']);
  });

  it('have ended when it fails, with the first of them that did', async () => {
    const ended: number[] = [];
    const work = async (turns: number) => {
      for (let turn = 0; turn < turns; turn++) await setImmediate();
      ended.push(turns);
      throw new Error(`failure after ${turns}`);
    };
    await expect(allEnded([work(3), work(1)])).rejects.toThrow('failure after 3');
    expect(ended).toEqual([1, 3]);
  });
});
