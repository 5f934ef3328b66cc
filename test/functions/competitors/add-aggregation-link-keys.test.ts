/** Add aggregation link under an `Idempotency-Key`: the key is taken whether or not the link is new. */
import { beforeAll, describe, expect, it } from 'vitest';
import { under } from '../../support/expected.ts';
import { load } from '../../support/load.ts';
import { createTestTable } from '../../support/store.ts';
import { world } from '../../support/world.ts';
import { add, link } from './support.ts';

const of = (name: string) => link(`https://alpha.example/keys/${name}`);

describe('an aggregation link under a key', () => {
  beforeAll(async () => {
    expect(await load(await createTestTable(), world)).toEqual([]);
  });

  it('takes the key where the link is there already: another link under it is 422', async () => {
    expect(await add(of('there'))).toMatchObject({ status: 200 });
    expect(await add(of('there'), under('link-there'))).toMatchObject({ status: 200 });
    expect(await add(of('other'), under('link-there'))).toMatchObject({ status: 422 });
    expect(await add(of('there'), under('link-there'))).toMatchObject({
      status: 200,
      headers: { 'Idempotent-Replayed': 'true' },
    });
  });

  const tryTwoAtOnce = async (state: string, before: (name: string) => Promise<unknown>): Promise<void> => {
    for (let round = 0; round < 10; round++) {
      const names = [`${state}-${round}-a`, `${state}-${round}-b`];
      for (const name of names) await before(name);
      const key = under(`link-${state}-${round}`);
      const answers = await Promise.all(names.map((name) => add(of(name), key)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    }
  };

  it('is one of two new ones at once; the other is 422', () => tryTwoAtOnce('new', async () => {}));

  it('is one of two at once that are there already; the other is 422', () =>
    tryTwoAtOnce('old', (name) => add(of(name))));
});
