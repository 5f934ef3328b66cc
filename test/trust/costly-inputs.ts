/**
 * Inputs that cost: the worst body of a legal size that a search finds, by the processor time of the bundle that is deployed,
 * and menus of a large account, which are answered whole or refused.
 */
import { withEnvironment } from './bundles.ts';
import { describeShape } from './costly-bodies.ts';
import { type Measure, measureAlone, measureOf } from './costly-measure.ts';
import { RUNS, searchAll, searchSome } from './costly-search.ts';
import { tryLargeMenus } from './large-menus.ts';
import type { Part, Trial } from './part.ts';
import { startRig, startStore } from './rig.ts';

const MOST_MILLISECONDS = 50;

const check = async (trial: Trial, measure: Measure) => {
  if (trial.size === 'short') {
    const { tried, failures } = await searchSome(trial, measure);
    return { tried: `${tried} bodies in two sizes`, found: `${failures.length} that grow too fast`, failures };
  }
  const { tried, worst } = await searchAll(trial, measure, measureAlone(trial));
  const [first] = worst;
  return {
    tried: `${tried} bodies of 1 MiB`,
    found: `the worst takes at most ${first!.cost.toFixed(0)} ms of processor time in ${RUNS} runs (${describeShape(first!.shape)})`,
    failures: worst
      .filter(({ cost }) => cost > MOST_MILLISECONDS)
      .map(({ shape, cost }) => `${cost.toFixed(0)} ms: ${describeShape(shape)}`),
  };
};

/** Without the gateway and what reads streams and queues next to it: their time would count as a body's. */
const tryBodies = async (trial: Trial) => {
  const store = await startStore(trial);
  try {
    const environment = { TABLE_NAME: store.table.name, DYNAMODB_ENDPOINT: store.endpoint };
    return await withEnvironment(environment, async () => check(trial, await measureOf(trial)));
  } finally {
    await store.close();
  }
};

export const costlyInputs: Part = {
  name: 'costly-inputs',
  promise: `A body of a legal size costs no more than ${MOST_MILLISECONDS} ms of processor time, and menus of a large account are returned completely or refused.`,
  async run(trial) {
    const bodies = await tryBodies(trial);
    const rig = await startRig(trial);
    try {
      const menus = await tryLargeMenus(trial, rig);
      return {
        tried: `${bodies.tried}; ${menus.tried}.`,
        found: `${bodies.found}; ${menus.found}.`,
        failures: [...bodies.failures, ...menus.failures],
      };
    } finally {
      await rig.close();
    }
  },
};
