/** Whether a function makes the same calls to the table for what is unknown and for what may not be used. */

import type { SampleRequest } from '../../lib/contract/cases.ts';
import { operations } from '../../lib/operations.ts';
import { demoKey } from '../../tools/local/demo.ts';
import { startCounter } from '../bench/engine.ts';
import { KEYS } from '../support/world.ts';
import { importHandler, withEnvironment } from './bundles.ts';
import type { Trial } from './part.ts';
import { startRig } from './rig.ts';
import { eventOf } from './samples.ts';

/** A key of these tests. */
export const keyOf = (kind: string, index: number): string => `trust-key-${kind}-${String(index).padStart(6, '0')}`;

export const authorizerEvent = (key: string) => ({
  headers: { 'x-api-key': key },
  methodArn: 'arn:aws:execute-api:us-east-1:000000000000:api/prod/GET/v1/listing/1/maps-action-links',
});

/** Every place of every operation that names a record: with another partner's, and with what is not there. */
const questions = operations.flatMap((operation) =>
  Object.entries(operation.cases.foreign).map(([place, { foreign, absent }]) => ({
    what: `${operation.id}: ${place}`,
    operation,
    foreign,
    absent,
  })),
);

/** The same calls to the table for each kind, the first time and again. */
export const compareCalls = async (trial: Trial) => {
  const rig = await startRig(trial, { withDemo: true });
  const counter = await startCounter(rig.endpoint);
  const failures: string[] = [];
  const expectSame = (what: string, seen: readonly unknown[]) => {
    // A message may name the number that was sent.
    const texts = seen.map((each) => JSON.stringify(each).replace(/[0-9]{6,}/g, '#'));
    if (new Set(texts).size > 1) failures.push(`${what}: ${texts.join(' and ')}`);
  };
  try {
    const environment = { TABLE_NAME: rig.table.name, DYNAMODB_ENDPOINT: counter.endpoint };
    await withEnvironment(environment, async () => {
      const authorize = await importHandler(trial.assemblyDirectory, 'authorizer');
      const callsOf = async (run: () => Promise<unknown>) => {
        counter.take();
        const answer = await run();
        // Calls at once arrive in any order.
        return { answer, calls: counter.take().calls.toSorted() };
      };
      const refusals = [keyOf('unknown', 0), KEYS.revoked, KEYS.expired];
      const seen: unknown[] = [];
      for (const key of [...refusals, ...refusals]) {
        const { answer, calls } = await callsOf(() => authorize(authorizerEvent(key), {}));
        // Whose key it was goes to the gateway's log; of that the client is sent nothing (test/stack/gateway-responses.test.ts).
        seen.push({ answer: (answer as { policyDocument: unknown }).policyDocument, calls });
      }
      expectSame('refused keys at the authorizer', seen);
      const { calls } = await callsOf(() => authorize(authorizerEvent(KEYS.theirs), {}));
      expectSame('a refused key and a usable one', [(seen[0] as { calls: unknown }).calls, calls]);
      const key = await demoKey();
      for (const { what, operation, foreign, absent } of questions) {
        const handler = await importHandler(trial.assemblyDirectory, operation.entry);
        const ask = (sample: SampleRequest) => handler(eventOf(operation, sample, key), {});
        await ask(absent); // The key is known from here on.
        expectSame(what, [await callsOf(() => ask(absent)), await callsOf(() => ask(foreign))]);
      }
    });
  } finally {
    counter.stop();
    await rig.close();
  }
  return { count: 2 + questions.length, failures };
};
