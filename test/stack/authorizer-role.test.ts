/** The role of the authorizer. */
import { expect, it } from 'vitest';
import { defaultStage, ofType } from './synthesized.ts';

it('the authorizer looks keys up, and nothing else', async () => {
  const stage = await defaultStage();
  const [[, role] = []] = ofType(stage, 'AWS::IAM::Role').filter(([id]) => /Authorizer/.test(id));
  const statements = role.Policies.flatMap(
    ({ PolicyDocument }: { PolicyDocument: { Statement: object[] } }) => PolicyDocument.Statement,
  );
  const actions = statements.flatMap(({ Action }: { Action: string | string[] }) => Action);
  expect(actions.toSorted()).toEqual([
    'dynamodb:GetItem',
    'logs:CreateLogStream',
    'logs:PutLogEvents',
    'xray:PutTelemetryRecords',
    'xray:PutTraceSegments',
  ]);
});
