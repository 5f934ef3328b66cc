/** Whatever is sent, the answer has the documented shape, comes in time, and leaves nothing behind in memory. */

import { runs } from '../support/chosen.ts';
import { check } from './fuzz-check.ts';
import { startFuzzService } from './fuzz-child.ts';
import { regressions } from './fuzz-regressions.ts';
import { type FuzzRequest, fuzzRequests } from './fuzz-requests.ts';
import { checkMemory } from './memory.ts';
import type { Findings, Part, Trial } from './part.ts';
import { overWires, type Wire } from './wire.ts';

const REQUESTS = { short: runs(60, 100), full: 200_000 } as const;
const CONNECTIONS = 24;
/** Shown of a failing request and its answer. */
const SHOWN_BYTES = 600;

/** Memory is looked at so often in a full run. */
const SAMPLES = 100;

interface Seen {
  readonly failures: string[];
  readonly statuses: Map<number, number>;
  answers: number;
  slowest: number;
}

const tryRequest = async (wire: Wire, request: FuzzRequest, repeat: string, seen: Seen): Promise<void> => {
  const { bytes, ending, operations, bodiless } = request;
  const outcome = await wire.send({ bytes, ending, answers: operations.length, bodiless });
  for (const { status } of outcome.answers) seen.statuses.set(status, (seen.statuses.get(status) ?? 0) + 1);
  seen.answers += outcome.answers.length;
  seen.slowest = Math.max(seen.slowest, outcome.milliseconds);
  const offences = check(request, outcome);
  if (offences.length > 0) {
    const sent = JSON.stringify(bytes.toString('latin1', 0, SHOWN_BYTES));
    seen.failures.push(`${request.kind} (${repeat}): ${offences.join('; ').slice(0, SHOWN_BYTES)}. Sent: ${sent}`);
  }
};

const run = async (trial: Trial): Promise<Findings> => {
  const { size, seed } = trial;
  const count = REQUESTS[size];
  const requestAt = fuzzRequests(trial);
  const seen: Seen = { failures: [], statuses: new Map(), answers: 0, slowest: 0 };
  const samples: number[] = [];
  const service = await startFuzzService(trial);
  try {
    await overWires(service.url, 1, regressions.length, (wire, index) =>
      tryRequest(wire, regressions[index]!, `regression ${index}`, seen),
    );
    await overWires(service.url, CONNECTIONS, count, async (wire, index) => {
      if (size === 'full' && index % (count / SAMPLES) === 0) samples.push(await service.memory());
      if (index % 10_000 === 0) trial.say(`${index} of ${count} requests, ${seen.failures.length} failed`);
      await tryRequest(wire, requestAt(index), `node test/trust/fuzz-once.ts ${seed} ${index} ${size}`, seen);
    });
  } finally {
    await service.close();
  }
  // A short run ends before all is warm.
  const memory = size === 'full' ? checkMemory(samples) : { found: 'memory not checked', failures: [] };
  const classes = [2, 4, 5].map((first) => {
    const sum = [...seen.statuses]
      .filter(([status]) => Math.floor(status / 100) === first)
      .reduce((all, [, n]) => all + n, 0);
    return `${sum.toLocaleString('en')} × ${first}xx`;
  });
  return {
    tried: `${count.toLocaleString('en')} generated requests, and ${regressions.length} that once failed`,
    found: `${seen.answers.toLocaleString('en')} answers (${classes.join(', ')}), ${seen.failures.length} wrong; the slowest took ${Math.round(seen.slowest)} ms; ${memory.found}`,
    failures: [...seen.failures, ...memory.failures],
  };
};

export const fuzz: Part = {
  name: 'fuzz',
  promise: 'For any input the response has the documented shape and is no 5xx, nothing hangs, and memory stays flat',
  run,
};
