/** `npm start` with subscribers, a receiver that notes when what comes, and a stretch of writes at a rate. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { projectRoot } from '../../cdk/build/bundle.ts';
import { createLoadClient } from '../trust/load-client.ts';

const KEY = 'bench-key-of-the-events-partner-1';
const REQUIRED = { emailId: 'owner@shop.example', phone: '(650) 555-0100', services: 'repair' } as const;
/** An account has fifty subscriptions at most. */
const OF_AN_ACCOUNT = 50;
/** What came so late is not waited for. */
const LAST_MILLISECONDS = 30_000;
const SLOW_MILLISECONDS = 10_000;

const locationOf = (index: number) => 5000 + index;
const accountOf = (index: number) => 900 + Math.floor(index / OF_AN_ACCOUNT);

const records = (locations: number): readonly object[] => [
  { type: 'partner', partnerId: 'bench', name: 'Bench' },
  { type: 'apiKey', partnerId: 'bench', key: KEY, plan: 'enterprise' },
  ...[...new Set(Array.from({ length: locations }, (_, index) => accountOf(index)))].map((accountNumber) => ({
    type: 'account',
    accountNumber,
    partnerId: 'bench',
    name: `Account ${accountNumber}`,
  })),
  ...Array.from({ length: locations }, (_, index) => ({
    type: 'business',
    businessNumber: locationOf(index),
    accountNumber: accountOf(index),
    business: {},
  })),
];

const startReceiver = async (isSlow: (index: number) => boolean) => {
  const received: { readonly index: number; readonly milliseconds: number }[] = [];
  const server = createServer((request, response) => {
    const now = Date.now();
    const index = Number(request.url?.slice(1));
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const { timestamp } = JSON.parse(Buffer.concat(pieces).toString());
      received.push({ index, milliseconds: now - Date.parse(timestamp) });
      setTimeout(() => response.writeHead(204).end(), isSlow(index) ? SLOW_MILLISECONDS : 0);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

/** Runs `npm start` on these records, and answers with where it is ready. */
const startNpm = async (directory: string, assembly: string, locations: number) => {
  const data = join(directory, 'bench.jsonl');
  await writeFile(
    data,
    records(locations)
      .map((record) => JSON.stringify(record))
      .join('\n'),
  );
  const options = ['--port', '0', '--assembly', assembly, '--data', data];
  const child = spawn(process.execPath, [join(projectRoot, 'tools/local/start.ts'), ...options], {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.once('exit', () => child.kill());
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (output.length < 10_000) output += text;
      const ready = /Ready at ([^\s,]+)/.exec(output)?.[1];
      if (ready) resolve(ready);
    });
    child.once('exit', () => reject(new Error(`npm start ended: ${output}`)));
  });
  return {
    url,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGINT');
      await ended;
    },
  };
};

export interface StretchOptions {
  /** Where `npm start` may keep its data file, and the stack that it serves. */
  readonly directory: string;
  readonly assembly: string;
  /** So many locations, each with a subscription and a webhook of its own, are written to in turn. */
  readonly locations: number;
  /** Of them: nothing listens at the webhook, or it answers after ten seconds. */
  readonly dead?: readonly number[];
  readonly slow?: readonly number[];
  /** Writes a second. */
  readonly rate: number;
  readonly seconds: number;
}

export interface StretchResult {
  /** Milliseconds from the mark of the write to the receipt, of each event at webhooks that are well. */
  readonly latencies: readonly number[];
  /** Writes whose event was due at webhooks that are well. */
  readonly due: number;
  /** Milliseconds of the answers of the writes. */
  readonly writes: readonly number[];
}

/** Starts the service, has it written to at a rate, and waits for what is under way. */
export const runStretch = async (options: StretchOptions): Promise<StretchResult> => {
  const { directory, assembly, locations, dead = [], slow = [], rate, seconds } = options;
  const receiver = await startReceiver((index) => slow.includes(index));
  const service = await startNpm(directory, assembly, locations);
  const client = createLoadClient(service.url);
  const headers = { 'x-api-key': KEY, 'content-type': 'application/json' };
  // Nothing listens at a port that was given back.
  const gone = await startReceiver(() => false);
  gone.close();
  try {
    for (let index = 0; index < locations; index++) {
      const url = `${dead.includes(index) ? gone.url : receiver.url}/${index}`;
      const at = `${service.url}/v1/subscriptions/subscribe?businessId=${locationOf(index)}`;
      const body = JSON.stringify({ webhookUrl: url, eventName: 'BUSINESS_UPDATED' });
      const answer = await fetch(at, { method: 'POST', headers, body });
      if (!answer.ok) throw new Error(`A subscription was refused: ${await answer.text()}`);
    }
    const requestOf = (number: number) => ({
      method: 'PUT',
      path: `/v1/business/${locationOf(number % locations)}`,
      headers,
      body: JSON.stringify({ ...REQUIRED, alias: `write ${number}` }),
    });
    const isWell = (index: number) => !dead.includes(index) && !slow.includes(index);
    // Every function is loaded, and each location's first event has gone its way.
    await client.atRate(
      Array.from({ length: locations }, (_, index) => requestOf(index)),
      rate,
      (1000 * locations) / rate,
    );
    await pause(2000);
    receiver.received.splice(0);

    const requests = Array.from({ length: rate * seconds }, (_, index) => requestOf(locations + index));
    const { latencies: writes, statuses } = await client.atRate(requests, rate, seconds * 1000);
    if (statuses.size !== 1 || !statuses.has(200))
      throw new Error(`Writes were answered ${JSON.stringify([...statuses])}`);
    const due = requests.filter((_, index) => isWell((locations + index) % locations)).length;
    const arrived = () => receiver.received.filter(({ index }) => isWell(index));
    for (const began = Date.now(); arrived().length < due && Date.now() - began < LAST_MILLISECONDS; ) await pause(50);
    return { latencies: arrived().map(({ milliseconds }) => milliseconds), due, writes };
  } finally {
    client.close();
    await service.stop();
    receiver.close();
  }
};
