/** What a stage asks of the account's Lambda concurrency, held against its template. */
import { App } from 'aws-cdk-lib';
import { expect, it } from 'vitest';
import { concurrencyOf } from '../../cdk/stack/ceilings.ts';
import { readSettings } from '../../cdk/stack/context.ts';
import cdkJson from '../../cdk.json' with { type: 'json' };
import { defaultStage, ofType } from './synthesized.ts';

it('is that of all requests, and of all that queues and reserved functions may take', async () => {
  const stage = await defaultStage();
  const ofQueues = ofType(stage, 'AWS::Lambda::EventSourceMapping').map(
    ([, { ScalingConfig }]) => ScalingConfig?.MaximumConcurrency ?? 0,
  );
  const reserved = ofType(stage, 'AWS::Lambda::Function').map(
    ([, { ReservedConcurrentExecutions = 0 }]) => ReservedConcurrentExecutions,
  );
  const sum = [...ofQueues, ...reserved].reduce((all, each) => all + each, 0);
  expect(ofQueues.filter((each) => each > 0)).toHaveLength(4);
  const settings = readSettings(new App({ context: cdkJson.context }).node);
  expect(concurrencyOf(settings)).toBe(settings.throttle.rateLimit * 0.1 + sum);
});
