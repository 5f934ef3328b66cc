/** The stream of a schedule: two shards, each read in order by every reader; what fails is read again, and now and then what did not. */
import type { Changed } from '../store.ts';
import type { World } from '../world.ts';
import type { Trouble } from './doubles.ts';
import { MINUTE, SECOND } from './names.ts';

export interface StreamedChange extends Changed {
  readonly eventId: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

interface Reader {
  readonly types: readonly string[];
  readonly work: (record: StreamedChange) => Promise<void>;
}

const SHARDS = 2;

const shardOf = (key: string): number =>
  [...key].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7) % SHARDS;

export const streamOf = (world: World, trouble: Trouble) => {
  const { clock, random } = world;
  const shards = Array.from({ length: SHARDS }, (): StreamedChange[] => []);
  const wakes: (() => void)[] = [];
  let count = 0;

  return {
    add(changed: Changed): void {
      shards[shardOf(changed.key)]!.push({ ...changed, eventId: `e${count++}`, at: clock.now() });
      for (const wake of wakes) wake();
    },
    read({ types, work }: Reader): void {
      for (const shard of shards) {
        let place = 0;
        let isBusy = false;
        const wake = (): void => {
          while (place < shard.length && !types.includes(String((shard[place]!.after ?? shard[place]!.before)?.type)))
            place++;
          const record = shard[place];
          if (isBusy || !record) return;
          isBusy = true;
          const lag = random() < trouble.late ? SECOND + random() * 2 * MINUTE : 50 + random() * 350;
          clock.after(lag, () => {
            const go = (again: number, after: number) => {
              place += again;
              clock.after(after, () => {
                isBusy = false;
                wake();
              });
            };
            work(record).then(
              () => go(random() < trouble.twice ? 0 : 1, 0),
              () => go(0, SECOND),
            );
          });
        };
        wakes.push(wake);
      }
    },
  };
};
