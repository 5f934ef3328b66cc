/** The role of the authorizer. */
import { expect, it } from 'vitest';
import { allowedTo, denialsOf } from './rights.ts';
import { defaultStage, ofType } from './synthesized.ts';

it('the authorizer looks keys up, and nothing else', async () => {
  const stage = await defaultStage();
  const [[id = ''] = []] = ofType(stage, 'AWS::Lambda::Function').filter(([name]) => /Authorizer/.test(name));
  expect([...allowedTo(stage, id).keys()].sort()).toEqual([
    'dynamodb:GetItem',
    'logs:CreateLogStream',
    'logs:PutLogEvents',
    'xray:PutTelemetryRecords',
    'xray:PutTraceSegments',
  ]);
  expect(denialsOf(stage, id)).toEqual([{ all: true, but: [], keys: ['SECRET#*', 'DUE#*'] }]);
});
