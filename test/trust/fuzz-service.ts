/** The service as a process of its own, so that its memory is its own: the gateway, and the functions as its threads. */

import { LOCATIONS } from './fuzz-drafts.ts';
import type { Trial } from './part.ts';
import { startRig } from './rig.ts';

/** What the process sends to the run. */
export type Message =
  | { readonly type: 'ready'; readonly url: string }
  | { readonly type: 'memory'; readonly bytes: number }
  | { readonly type: 'written'; readonly text: string };

const send = (received: Message) => process.send?.(received);

/** Time that passes with every look at it, so that no plan runs dry. */
let time = Date.now();
const now = () => {
  time += 5;
  return time;
};

const trial: Trial = {
  size: 'full',
  seed: 0,
  say: () => {},
  written: (text) => send({ type: 'written', text }),
  assemblyDirectory: process.argv[2]!,
};

const service = await startRig(trial, {
  records: LOCATIONS.map((businessNumber) => ({
    type: 'business',
    businessNumber,
    accountNumber: 100,
    mapsCategoryId: 'restaurant',
    business: {},
  })),
  now,
});

process.on('message', (asked: 'memory' | 'close') => {
  if (asked === 'memory') send({ type: 'memory', bytes: process.memoryUsage.rss() });
  else void service.close().then(() => process.disconnect());
});
// However the run ends, nothing of it stays.
process.on('disconnect', () => process.exit());
send({ type: 'ready', url: service.url });
