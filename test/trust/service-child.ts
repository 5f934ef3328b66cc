/** Runs the service in a process of its own, which can be killed, and whose memory and time are no one else's. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { startService } from '../../tools/local/service.ts';
import { itemsOfCases } from '../support/case-items.ts';
import { loadAll } from '../support/load.ts';
import { putItems } from '../support/put-items.ts';
import { requestPage } from '../support/request-page.ts';
import { ONE_HEAP } from './memory.ts';

export interface ChildOptions {
  readonly assemblyDirectory: string;
  readonly tableName: string;
  /** A database file that is kept; in memory without it. */
  readonly db?: string;
  /** Another's engine, where the table is there already; else the process starts its own, whatever `DYNAMODB_ENDPOINT` says. */
  readonly endpoint?: string;
  /** Loaded where the table is new. */
  readonly records: readonly unknown[];
  /** With them, what the cases are about next to the demo data. */
  readonly withItems?: boolean;
}

/** What the process has used so far. */
export interface Usage {
  readonly residentBytes: number;
  readonly processorMilliseconds: number;
}

export interface ServiceChild {
  readonly url: string;
  readonly endpoint: string;
  usage(): Promise<Usage>;
  /** Ends the process at once, as the system would for want of memory. */
  kill(): Promise<void>;
  /** Ends the gateway, then the engine. */
  close(): Promise<void>;
}

type Question = 'usage' | 'close';

const nextMessage = async <Message>(child: ChildProcess): Promise<Message> => {
  const done = new AbortController();
  const { signal } = done;
  const ended = once(child, 'exit', { signal }).then(([code, signalName]) => {
    throw new Error(`The service ended: ${code ?? signalName}`);
  });
  try {
    const [message] = await Promise.race([once(child, 'message', { signal }), ended]);
    return message as Message;
  } finally {
    done.abort();
    ended.catch(() => {});
  }
};

export const startServiceChild = async (options: ChildOptions): Promise<ServiceChild> => {
  const { DYNAMODB_ENDPOINT: _, ...rest } = process.env;
  const env = { ...rest, ...ONE_HEAP, ...(options.endpoint && { DYNAMODB_ENDPOINT: options.endpoint }) };
  const child = fork(import.meta.filename, { env, execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  child.send(options);
  const { url, endpoint } = await nextMessage<{ url: string; endpoint: string }>(child);
  const ask = <Reply>(question: Question): Promise<Reply> => {
    const reply = nextMessage<Reply>(child);
    child.send(question);
    return reply;
  };
  return {
    url,
    endpoint,
    usage: () => ask<Usage>('usage'),
    async kill() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
    async close() {
      const ended = once(child, 'exit');
      child.send('close' satisfies Question);
      await ended;
    },
  };
};

const serve = async ({ assemblyDirectory, tableName, db, records, withItems }: ChildOptions): Promise<void> => {
  const service = await startService({
    assemblyDirectory,
    tableName,
    db,
    onOutput: () => {},
    environment: requestPage,
    load: async (table, isNew) => {
      if (!isNew) return;
      await loadAll(table, records);
      if (withItems) await putItems(table, itemsOfCases());
    },
  });
  process.on('message', async (question: Question) => {
    if (question === 'close') {
      await service.close();
      process.exit(0);
    }
    const { user, system } = process.cpuUsage();
    const usage: Usage = {
      residentBytes: process.memoryUsage.rss(),
      processorMilliseconds: (user + system) / 1000,
    };
    process.send?.(usage);
  });
  process.send?.({ url: service.url, endpoint: service.endpoint });
};

if (import.meta.main) {
  // Without whoever started it there is no one to serve.
  process.once('disconnect', () => process.exit(0));
  process.once('message', serve);
}
