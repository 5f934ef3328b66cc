/** What an endpoint costs: a stack holds 500 resources, and sixty endpoints must fit. */
import { expect, it, vi } from 'vitest';
import type { Operation } from '../../lib/contract/operation.ts';
import { synthesizeStage } from './synthesized.ts';

/** Every operation once more, under a path that is one segment longer. */
const again = (operation: Operation): Operation => ({
  ...operation,
  id: `${operation.id}Again`,
  path: `${operation.path}/again`,
});

const more = vi.hoisted(() => ({ added: false }));

vi.mock('../../lib/operations.ts', async (original) => {
  const { operations } = await original<{ operations: readonly Operation[] }>();
  return {
    get operations() {
      return more.added ? [...operations, ...operations.map(again)] : operations;
    },
  };
});

it('an endpoint costs four resources and one for each new segment of its path, whatever watches it', {
  timeout: 60_000,
}, async () => {
  const { operations } = await import('../../lib/operations.ts');
  const before = (await synthesizeStage()).template.Resources;
  const { length } = operations;
  more.added = true;
  const after = (await synthesizeStage()).template.Resources;
  const count = (resources: typeof before, type: string) =>
    Object.values(resources).filter(({ Type }) => Type === type).length;
  const grown = [...new Set(Object.values(after).map(({ Type }) => Type))].flatMap((type) => {
    const by = count(after, type) - count(before, type);
    return by === 0 ? [] : [[type, by]];
  });
  expect(Object.fromEntries(grown)).toEqual({
    'AWS::ApiGateway::Method': length,
    'AWS::ApiGateway::Resource': length,
    'AWS::IAM::Role': length,
    'AWS::Lambda::Function': length,
    'AWS::Logs::LogGroup': length,
  });
});
