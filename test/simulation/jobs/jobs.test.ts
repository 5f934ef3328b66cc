/**
 * Jobs, posts and conversations under lost and late responses, killed and frozen workers, copies of messages, edits at the moment of the start,
 * deletions, and connectors that report twice, late or never: the functions of the service in small, two locations a
 * transaction and minutes for hours. `SEED=17 SCHEDULES=1` prints the story of a seed; `SCENE=talk` or `post` and `STRESS=stalls` change what is in it.
 */
import { afterAll, afterEach, beforeAll, beforeEach, it, vi } from 'vitest';
import { runs } from '../../support/chosen.ts';
import { expectKept, leaveOutLogs } from '../expect-kept.ts';
import { seedsFrom } from '../seeds.ts';
import { type Setting, settingOf } from './names.ts';

vi.mock('../../../lib/connectors/repository/times.ts', async (original) => {
  const { OPEN, ACCEPTED } = await import('./names.ts');
  return {
    ...(await original<object>()),
    deadlineOf: (pace: keyof typeof OPEN, at: number) => Math.floor(at + OPEN[pace]),
    acceptedDeadlineOf: (pace: keyof typeof OPEN, at: number) => Math.floor(at + ACCEPTED[pace]),
  };
});
vi.mock('../../../lib/social/repository/post-location.ts', async (original) => ({
  ...(await original<object>()),
  STARTED_AT_ONCE: 2,
}));
vi.mock('../../../lib/subscriptions/signed-post.ts', async () => {
  const { doubles } = await import('./doubles.ts');
  return { postSigned: (request: never) => doubles.post!(request) };
});
vi.mock('../../../lib/queue/client.ts', async (original) => {
  const { doubles, noQueue } = await import('./doubles.ts');
  const serviceQueue = (name: string) =>
    name === 'JOB_QUEUE_URL' ? { within: () => doubles.jobs, send: noQueue.send } : noQueue;
  return { ...(await original<object>()), serviceQueue };
});

// The files of a worker share its modules: those that are in place of others are loaded for this file alone.
let runSchedule: typeof import('./story.ts').runSchedule;
beforeAll(async () => {
  vi.resetModules();
  ({ runSchedule } = await import('./story.ts'));
});
afterAll(() => vi.resetModules());

leaveOutLogs();
beforeEach(() => {
  vi.stubEnv('AUDIT_DAYS', '0');
  // What ends a handler by the real clock would end it at another time in each run.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/** Each breaks a promise where one of the mutants is made (test/mutants/list/jobs.ts). */
const KEPT: readonly Setting[] = [
  ...[2, 3, 5, 6, 23, 44, 62, 68, 78, 140].map((seed) => ({ seed, isTalk: false, stress: 'usual' }) as const),
  { seed: 41, isTalk: false, stress: 'copies' },
  { seed: 471, isTalk: false, stress: 'copies' },
  { seed: 5046, isTalk: false, stress: 'copies' },
  { seed: 27, isTalk: false, stress: 'stalls' },
  { seed: 152, isTalk: false, stress: 'stalls' },
  { seed: 37, isTalk: false, stress: 'crashes' },
  { seed: 72, isTalk: false, stress: 'crashes' },
  { seed: 99, isTalk: false, stress: 'crashes' },
  { seed: 346, isTalk: false, stress: 'crashes' },
  { seed: 383, isTalk: false, stress: 'deadlines' },
  { seed: 6, isTalk: true, stress: 'copies' },
  { seed: 3, isTalk: true, stress: 'stalls' },
  { seed: 2, isTalk: true, stress: 'deadlines' },
  { seed: 7, isTalk: true, stress: 'usual' },
];
const FIRST = Number(process.env.SEED ?? 1);
const SCHEDULES = Number(process.env.SCHEDULES ?? runs(20, 1000));

const { SCENE, STRESS } = process.env;
const chosen = (seed: number): Setting => ({
  ...settingOf(seed),
  ...(SCENE && { isTalk: SCENE === 'talk' }),
  ...(STRESS && { stress: STRESS as Setting['stress'] }),
});

it('keeps what is promised of jobs, posts and conversations, whatever is late, lost, killed or repeated', {
  timeout: 3_600_000,
}, async () => {
  const settings = [...(process.env.SEED ? [] : KEPT), ...seedsFrom(FIRST, SCHEDULES).map(chosen)];
  await expectKept(
    settings.map((setting) => [JSON.stringify(setting), setting] as const),
    runSchedule,
  );
});
