/** Invokes functions periodically as the template's rules configure. */
import { randomUUID } from 'node:crypto';
import { localEnvironment } from '../local-credentials.ts';
import { pseudoParameters } from './intrinsics.ts';
import type { Schedule } from './model.ts';

export interface ScheduleOptions {
  readonly schedules: readonly Schedule[];
  readonly invoke: (functionId: string, event: unknown) => Promise<string>;
  readonly onNotice: (text: string) => void;
}

export interface Scheduling {
  /** Starts no more calls; a running call completes. */
  stop(): void;
}

/** The event that EventBridge sends. */
const eventOf = (id: string) => ({
  version: '0',
  id: randomUUID(),
  'detail-type': 'Scheduled Event',
  source: 'aws.events',
  account: pseudoParameters['AWS::AccountId'],
  time: `${new Date().toISOString().slice(0, 19)}Z`,
  region: localEnvironment.AWS_REGION,
  resources: [`arn:aws:events:${localEnvironment.AWS_REGION}:${pseudoParameters['AWS::AccountId']}:rule/${id}`],
  detail: {},
});

/** Schedules under which `move-due` runs each second. */
export const eachSecond = (schedules: readonly Schedule[]): Schedule[] =>
  schedules.map((schedule) =>
    schedule.functionIds.some((id) => id.includes('MoveDue')) ? { ...schedule, milliseconds: 1000 } : schedule,
  );

/** Starts the schedules: the first call is one period from now. */
export const startSchedules = ({ schedules, invoke, onNotice }: ScheduleOptions): Scheduling => {
  let isStopped = false;
  const call = async (id: string, functionId: string): Promise<void> => {
    try {
      await invoke(functionId, eventOf(id));
    } catch (error) {
      if (!isStopped) onNotice(`${functionId}, called by the clock, failed: ${(error as Error).message}`);
    }
  };
  const timers = schedules.flatMap(({ id, functionIds, milliseconds }) =>
    functionIds.map((functionId) => setInterval(() => void call(id, functionId), milliseconds)),
  );
  return {
    stop: () => {
      isStopped = true;
      for (const timer of timers) clearInterval(timer);
    },
  };
};
