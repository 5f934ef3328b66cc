/** A role is named after its rights, so that a release leaves those of the version that is still live alone. */
import { beforeAll, expect, it } from 'vitest';
import type { DeployedOperation } from '../../cdk/stack/deployed-operation.ts';
import { operations } from '../../lib/operations.ts';
import { ofType, type Synthesized, synthesizeStage } from './synthesized.ts';

const [first, second] = operations.filter(({ module, usage }) => module === 'business' && !usage);
const asking = operations.find(({ usage }) => usage);
const released = [first!, second!, asking!];
const without = (...changed: readonly DeployedOperation[]) =>
  released.map((each) => (changed.includes(each) ? { ...each, access: [] } : each));

let before: Synthesized;
let again: Synthesized;
let after: Synthesized;

beforeAll(async () => {
  [before, again, after] = await Promise.all([
    synthesizeStage({}, [...released]),
    synthesizeStage({}, [...released]),
    synthesizeStage({}, without(first!, asking!)),
  ]);
});

const rolesOf = (stage: Synthesized) => ofType(stage, 'AWS::IAM::Role').map(([id]) => id);
const versionsOf = (stage: Synthesized) => ofType(stage, 'AWS::Lambda::Version').map(([id]) => id);
const gone = (ids: (stage: Synthesized) => string[]) => ids(before).filter((id) => !ids(after).includes(id));

it('the same rights have the same name', () => {
  expect(rolesOf(again)).toEqual(rolesOf(before));
  expect(versionsOf(again)).toEqual(versionsOf(before));
});

it('other rights are another role, and so another version; policies of their own would come too late for one', () => {
  const name = first!.id.charAt(0).toUpperCase() + first!.id.slice(1);
  expect(gone(rolesOf)).toEqual([expect.stringMatching(`^${name}Role`)]);
  expect(gone(versionsOf)).toEqual([expect.stringMatching(`^${name}Function`)]);
  expect(rolesOf(after)).toHaveLength(rolesOf(before).length);
});
