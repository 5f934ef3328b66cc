/** Which functions have the layer that traces calls. */
import { expect, it } from 'vitest';
import { FEW, ofType, synthesizeStage } from './synthesized.ts';

it('is a layer of every function with traceCalls, and of none without', async () => {
  const functionsOf = async (context: object) =>
    ofType(await synthesizeStage({ stage: 'dev', ...context }, FEW), 'AWS::Lambda::Function');
  const traced = await functionsOf({ traceCalls: true });
  expect(traced.length).toBeGreaterThan(FEW.length);
  for (const [id, { Layers, Environment }] of traced) {
    expect([id, Layers?.length]).toEqual([id, 1]);
    expect(Environment.Variables.NODE_OPTIONS).toMatch(/^--max-semi-space-size=8 --import=\/opt\/traces\.mjs$/);
  }
  for (const [id, { Layers }] of await functionsOf({})) expect([id, Layers]).toEqual([id, undefined]);
});
