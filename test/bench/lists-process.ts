/** The processes in which lists are measured. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { nodeOptions } from '../../cdk/stack/endpoint-function.ts';
import { TABLE_NAME } from './engine.ts';

export interface Run {
  readonly times: readonly number[];
  /** Processor time of this process alone, without the engine. */
  readonly busy: readonly number[];
  readonly rss: number;
}

/** Runs a job of `lists-child.ts` in a process of its own, as the functions are set: the times of its rounds, and its peak of memory. */
export const inProcess = async (endpoint: string, job: object): Promise<Run> => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'lists-child.ts'), JSON.stringify(job)], {
    env: {
      PATH: process.env.PATH,
      TABLE_NAME,
      DYNAMODB_ENDPOINT: endpoint,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
      NODE_OPTIONS: nodeOptions,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`The run ended with ${code}`);
  return JSON.parse(output) as Run;
};
