/** Calls functions by the clock as the rules of the template say. */
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
  /** Calls nothing more; a call that runs ends by itself. */
  stop(): void;
}

/** What EventBridge hands over. */
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

/** Begins to count: the first call is one period from now. */
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
