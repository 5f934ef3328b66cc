/** Every operation that writes, sent several times at once under one `Idempotency-Key`: one executes, and all get its response. */
import { isDeepStrictEqual } from 'node:util';
import { afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Example } from '../../../lib/contract/cases.ts';
import { successOf } from '../../../lib/contract/derived.ts';
import type { Call } from '../../../lib/dynamodb/client/call.ts';
import { functionClient } from '../../../lib/dynamodb/client/client.ts';
import { allOperations } from '../../../lib/operations.ts';
import { DEMO } from '../../../lib/social/contracts/demo.cases.ts';
import { type DemoTable, openDemoTable } from '../../contract/demo-table.ts';
import { ask, type Received, type Sent } from '../../contract/sample-call.ts';
import { runs, tried } from '../../support/chosen.ts';
import { offences } from '../../support/document.ts';
import { randomAt } from '../../trust/random.ts';

const AT_ONCE = 12;
/** A request that met another one's work under way is sent again. */
const MOST_TIMES = 40;
/** No request makes more. */
const MOST_CALLS = 60;
const ROUNDS = runs(1, 2);

let table: DemoTable;
beforeAll(async () => {
  table = await openDemoTable();
});
afterEach(() => table.restore());

/** The table, whose calls take some milliseconds before and after they take effect: so requests overtake each other. */
const uneven = (seed: number): Call => {
  const client = functionClient(inject('endpoint'));
  const random = randomAt(1, seed);
  const wait = () => new Promise((done) => setTimeout(done, random.below(8)));
  return async (...args) => {
    await wait();
    try {
      return await client(...args);
    } finally {
      await wait();
    }
  };
};

const executing = (operation: (typeof allOperations)[number]): readonly Example[] =>
  operation.writes === true
    ? operation.cases.examples.filter(({ parameters }) => parameters?.validateOnly === undefined)
    : [];

const numbers = { trackingId: DEMO.published, businessNumber: 700101, impressions: 1500, engagements: 61 };
/** What the examples leave out: rows that are applied, and one that changes nothing after it. */
const MORE: Readonly<Record<string, readonly Example[]>> = {
  reportResults: [
    { summary: 'Numbers of a post', body: { results: [numbers, numbers, { ...numbers, engagements: 62 }] }, reply: {} },
  ],
};

const cases = allOperations.flatMap((operation) =>
  [...executing(operation), ...(MORE[operation.id] ?? [])].map((example) => ({
    operation,
    example,
    name: `${operation.id}: ${example.summary}`,
  })),
);

const responseIn = ({ status, headers, text }: Received) => ({ status, etag: headers.ETag, text });
/** What was not kept is made from records, whose maps have no order of names; a webhook is tried again, in its own time. */
const meant = ({ status, headers, text }: Received) => ({
  status,
  etag: headers.ETag,
  body: JSON.parse(text, (name, value: unknown) => (name === 'milliseconds' ? undefined : value)) as unknown,
});
const isReplay = ({ headers }: Received): boolean => headers['Idempotent-Replayed'] === 'true';

/**
 * The table ahead of whose call with this number `other` runs to its end; what is kept of its response is lost. After it, and
 * where there are fewer calls, all go to the table.
 */
const overtakenAt = (call: number, other: () => Promise<void>, lost: () => void): Call => {
  const client = functionClient(inject('endpoint'));
  let count = 0;
  let isOther = false;
  return async (operation, input, options) => {
    const { UpdateExpression } = input as { readonly UpdateExpression?: string };
    if (isOther && UpdateExpression?.endsWith(' kept = :kept')) {
      lost();
      return {} as never;
    }
    if (!isOther && count++ === call) {
      isOther = true;
      await other();
      isOther = false;
    }
    return client(operation, input, options);
  };
};

/** The first response that is no 503. */
const answered = async (send: () => Promise<Received>): Promise<Received> => {
  let answer = await send();
  for (let times = 1; answer.status === 503 && times < MOST_TIMES; times++) answer = await send();
  return answer;
};

const some = tried(cases, 16, { salt: 'at once', nameOf: ({ name }) => name });
const rounds = Array.from({ length: ROUNDS }, (_, round) => round);

describe.each(rounds)('twelve at once, round %i', (round) => {
  it.each(some)('$name', async ({ operation, example }) => {
    const parameters = { ...example.parameters, 'Idempotency-Key': `at-once-${round}` };
    const sent: Sent = { ...example, parameters };
    const send = () => ask(operation, sent);
    const all = await table.instead(uneven(round), () =>
      Promise.all(Array.from({ length: AT_ONCE }, () => answered(send))),
    );
    const [first] = all;
    expect(first!.status).toBe(successOf(operation));
    for (const each of [...all, await send()]) {
      expect(responseIn(each)).toEqual(responseIn(first!));
      const headers = new Headers(each.headers as Record<string, string>);
      expect(offences(operation, { ...each, headers })).toEqual([]);
    }
    expect(all.filter(isReplay)).toHaveLength(AT_ONCE - 1);
  });
});

/** These answered otherwise once: always tried. */
const ALWAYS = [
  'deletePost: At the locations at which it is published',
  'deletePost: Before its time, at its only location',
  'reportResults: Numbers of a post',
  'setConnectors: The first connectors of an account',
];
const overtaken = [
  ...cases.filter(({ name }) => ALWAYS.includes(name)),
  ...tried(
    cases.filter(({ name }) => !ALWAYS.includes(name)),
    8,
    { salt: 'overtaken', nameOf: ({ name }) => name },
  ),
];

describe('overtaken at each call by another one whose response was not kept', () => {
  it.each(overtaken)('$name', async ({ operation, example }) => {
    const wrong: string[] = [];
    let lost = 0;
    for (let call = 0; call < MOST_CALLS; call++) {
      const sent: Sent = { ...example, parameters: { ...example.parameters, 'Idempotency-Key': `overtaken-${call}` } };
      let other: Received | undefined;
      const way = overtakenAt(
        call,
        async () => {
          other = await ask(operation, sent);
        },
        () => lost++,
      );
      const late = await table.instead(way, () => answered(() => ask(operation, sent)));
      if (!other) break;
      // It was turned away by the one under way, and is sent again.
      if (other.status === 503) other = await ask(operation, sent);
      // Ahead of its last call it has taken the key itself.
      const replays = [other, late].filter(isReplay).length;
      if (other.status !== successOf(operation) || replays !== 1 || !isDeepStrictEqual(meant(late), meant(other)))
        wrong.push(`call ${call}: ${JSON.stringify([other, late].map((each) => [meant(each), isReplay(each)]))}`);
      await table.restore();
    }
    expect(wrong).toEqual([]);
    expect(lost).toBeGreaterThan(0);
  });
});
