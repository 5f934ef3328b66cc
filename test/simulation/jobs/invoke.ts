/** Functions of a schedule: each in a process that may crash, freeze or time out; some of those go on one day. */
import type { Invocation } from '../../../lib/dynamodb/stream/invocation.ts';
import type { Table } from '../../../lib/dynamodb/table/table.ts';
import type { Faults } from '../network.ts';
import { processOf, type Running, type World } from '../world.ts';
import { PARTNER, SKEW, type Stress } from './names.ts';
import type { InProcess } from './scene.ts';

const TIMEOUT = 25_000;
/** A request ends its calls so long before its function does. */
const LAST_CALL = 4000;

export const invokerOf = (
  world: World,
  { table, network, stress }: { readonly table: Table; readonly network: Faults; readonly stress: Stress },
) => {
  const { clock, random } = world;
  const { stallsFrom, stallsTo } = stress;

  const invoke = <Result>(name: string, run: (invocation: Invocation) => Promise<Result>): Promise<Result> =>
    new Promise((resolve, reject) => {
      const process = processOf(name, Math.round((random() - 0.5) * 2 * SKEW));
      const end = clock.now() + TIMEOUT;
      if (random() < network.frozen * 4 + stress.stalls)
        clock.after(random() * 80, () => {
          process.frozenUntil = clock.now() + stallsFrom + random() * (stallsTo - stallsFrom);
          world.note(`${name} stands still`);
        });
      const running: Running = { process, deadline: end, isAnswered: false };
      const fail = (what: string) => reject(new Error(`${name} ${what}`));
      process.onGone = () => fail('crashed');
      clock.after(TIMEOUT, () => {
        if (!running.isAnswered && random() < 0.5) process.isGone = true;
        fail('timed out');
      });
      world
        .within(running, () => run({ getRemainingTimeInMillis: () => end - clock.now() }))
        .then(resolve, reject)
        .finally(() => {
          running.isAnswered = true;
        });
    });

  const inProcess: InProcess = (name, run) =>
    invoke(name, ({ getRemainingTimeInMillis }) => {
      // By the process's own clock, as its calls are.
      const deadline = ownNow() + getRemainingTimeInMillis() - LAST_CALL;
      return run({ table: table.within({ deadline }), partnerId: PARTNER });
    });
  const ownNow = () => Math.floor(clock.now()) + (world.running()?.process.skew ?? 0);
  return { invoke, inProcess };
};
