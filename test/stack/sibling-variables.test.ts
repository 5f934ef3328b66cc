/** API Gateway allows one variable below a resource; the CDK would synthesize two. */
import { describe, expect, it } from 'vitest';
import { refuseSiblingVariables } from '../../cdk/stack/sibling-variables.ts';
import { operations } from '../../lib/operations.ts';
import { synthesizeStage } from './synthesized.ts';

const [first, second] = ['/v1/business/{businessId}', '/v1/business/{business_id}/status'];
const message =
  `${first} and ${second} name the variable below /v1/business differently ({businessId}, {business_id}): ` +
  'API Gateway allows one name';

describe('Variables of two names below one parent', () => {
  it('are refused, with both paths named', () => {
    expect(() => refuseSiblingVariables(['/v1/other/{id}', first, second])).toThrow(message);
    expect(() => refuseSiblingVariables(['/{a}/x', '/{b}/x'])).toThrow('below / differently ({a}, {b})');
  });

  it.each([
    ['one name', ['/v1/business/{id}', '/v1/business/{id}/status', '/v1/business/status']],
    ['below other parents', ['/v1/a/{one}', '/v1/b/{two}', '/v1/a/{one}/{three}']],
    ['a greedy one, which is another kind', ['/v1/{one}', '/v1/{rest+}']],
  ])('pass: %s', (_, paths) => {
    expect(refuseSiblingVariables(paths)).toBeUndefined();
  });

  it('end the synthesis', async () => {
    const like = operations[0]!;
    const both = [first, second].map((path, index) => ({ ...like, id: `${like.id}${index}`, path }));
    await expect(synthesizeStage({}, both)).rejects.toThrow(message);
  });
});
