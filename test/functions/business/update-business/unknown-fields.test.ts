/** Unknown fields of a body are ignored wherever they stand. */
import { beforeAll, describe, expect, it } from 'vitest';
import { FULL } from './full-profile.ts';
import { newBusiness, openWorld, putRaw, stored } from './support.ts';

beforeAll(openWorld);

const NAME = 'noOneKnowsThisField';

/** The same body with an unknown field in each of its objects, but in those that are kept as they come. */
const withUnknown = (value: unknown, name = ''): unknown => {
  if (Array.isArray(value)) return value.map((each) => withUnknown(each));
  if (typeof value !== 'object' || value === null || name === 'attributes') return value;
  const fields = Object.entries(value).map(([each, inner]) => [each, withUnknown(inner, each)] as const);
  return { ...Object.fromEntries(fields), [NAME]: 'stored' };
};

describe('Unknown fields', () => {
  it('are stored at no level', async () => {
    const id = await newBusiness();
    const body = withUnknown({ ...FULL, reopenDate: undefined });
    // In lists and in objects, as deep as there are any.
    expect(JSON.stringify(body).split(NAME).length - 1).toBeGreaterThan(10);
    const answer = await putRaw(id, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(JSON.stringify(answer.body)).not.toContain(NAME);
    const profile = await stored(id);
    expect(Object.keys(profile).length).toBeGreaterThan(40);
    expect(JSON.stringify(profile)).not.toContain(NAME);
  });
});
