/** Two paths of the interface differ in case alone: each leads to its own function, and no other spelling to either. */
import { expect, inject, it } from 'vitest';
import { readAssembly } from '../../tools/local/assembly.ts';
import { matchRoute } from '../../tools/local/router.ts';

it('reviews and their summary are both routed, by their spelling', async () => {
  const { root } = await readAssembly(inject('assemblyDirectory'));
  const routed = (verb: string, path: string) => matchRoute(root, verb, path)?.resource;
  const reviews = routed('POST', '/v1/review/businessId/700101');
  const summary = routed('GET', '/v1/review/businessid/700101/summary');
  expect([reviews, summary].map((each) => each?.path)).toEqual([
    '/v1/review/businessId/{businessId}',
    '/v1/review/businessid/{businessId}/summary',
  ]);
  expect(routed('POST', '/v1/review/businessid/700101')).toBeUndefined();
  expect(routed('GET', '/v1/review/businessId/700101/summary')).toBeUndefined();
  expect(routed('POST', '/v1/review/BUSINESSID/700101')).toBeUndefined();
});
