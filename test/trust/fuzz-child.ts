/** Starts the service of the fuzz run in a process of its own. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Message } from './fuzz-service.ts';
import { ONE_HEAP } from './memory.ts';
import type { Trial } from './part.ts';

export interface FuzzService {
  readonly url: string;
  /** Resident memory of gateway and functions, in bytes. */
  memory(): Promise<number>;
  close(): Promise<void>;
}

export const startFuzzService = async ({ assemblyDirectory, written }: Trial): Promise<FuzzService> => {
  const child = fork(join(import.meta.dirname, 'fuzz-service.ts'), [assemblyDirectory], {
    execArgv: [],
    env: { ...process.env, ...ONE_HEAP },
  });
  /** The next message of a type. */
  const received = <Type extends Message['type']>(type: Type): Promise<Extract<Message, { type: Type }>> =>
    new Promise((resolve, reject) => {
      const done = () => {
        child.off('exit', onExit).off('message', onMessage);
      };
      const onExit = () => {
        done();
        reject(new Error('The service of the fuzz run ended'));
      };
      const onMessage = (message: Message) => {
        if (message.type !== type) return;
        done();
        resolve(message as Extract<Message, { type: Type }>);
      };
      child.on('exit', onExit).on('message', onMessage);
    });
  child.on('message', (message: Message) => {
    if (message.type === 'written') written(message.text);
  });
  const { url } = await received('ready');
  return {
    url,
    async memory() {
      const answer = received('memory');
      child.send('memory');
      return (await answer).bytes;
    },
    async close() {
      const over = once(child, 'exit');
      child.send('close');
      await over;
    },
  };
};
