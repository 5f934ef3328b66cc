/** What agents read of an operation: enough to call it, and little enough to fit. */
import { beforeAll, describe, expect, it } from 'vitest';
import { parametersOf } from '../../../lib/contract/derived.ts';
import { shownErrors } from '../../../tools/docs/openapi/errors.ts';
import { describeField, describeForAgent, LARGEST_DEPTH } from '../../../tools/mcp/describe.ts';
import { type Described, loadDescribed } from '../../../tools/mcp/described.ts';

let all: readonly Described[];
beforeAll(async () => {
  all = await loadDescribed();
});
const of = (id: string): Described => all.find(({ operation }) => operation.id === id)!;

describe('A description for agents', () => {
  it('names every parameter, top-level field and error code of its operation, and the tool', () => {
    for (const described of all) {
      const { operation, body } = described;
      const text = describeForAgent(described);
      const names = [...parametersOf(operation).map(({ name }) => name), ...body.map(({ name }) => name)];
      const missing = names.filter((name) => name !== 'validateOnly' && !text.includes(`\n- ${name} (`));
      expect([operation.id, missing]).toEqual([operation.id, []]);
      for (const { code } of shownErrors(operation)) expect(text).toMatch(new RegExp(`\\b${code}\\b`));
      expect(text).toContain(`the tool ${operation.writes ? 'write' : 'read'}`);
      expect(text.split('\nExample (')).toHaveLength(2);
    }
  });

  it('fits: at most 24,000 characters, and half of them have less than 3,000', () => {
    const sizes = all.map((each) => describeForAgent(each).length).toSorted((a, b) => a - b);
    expect(sizes.at(-1)).toBeLessThan(24_000);
    expect(sizes[Math.floor(sizes.length / 2)]).toBeLessThan(3000);
  });

  it('does not offer what the tool sets by itself', () => {
    for (const described of all) expect(describeForAgent(described)).not.toMatch(/^- validateOnly/m);
  });

  it('counts the fields that are deeper than asked for, and shows them where they are asked for', () => {
    const shallow = describeForAgent(of('updateBusiness'), 1);
    expect(shallow).toMatch(/^ {2}… 7 fields below: describe with field "location"$/m);
    expect(shallow).not.toMatch(/^ {2}- zip/m);
    const deep = describeForAgent(of('updateBusiness'), LARGEST_DEPTH);
    expect(deep).toMatch(/^ {2}- zip \(string, required/m);
    expect(deep).not.toMatch(/… \d+ fields below/);
  });

  it('shows the fields of a response that is a map under any name', () => {
    expect(describeForAgent(of('alphaAttributes'))).toMatch(/\nResponse:\n- any name \(array of objects\)/);
    expect(describeField(of('alphaAttributes'), '*.attributeId')).toContain('- attributeId (string, required');
  });

  it('of one field says where it stands, in the body and in the response', () => {
    const text = describeField(of('updateBusiness'), 'location') ?? '';
    expect(text).toMatch(/^updateBusiness, body, location:\n- location /);
    expect(text).toMatch(/\nupdateBusiness, response, location:\n/);
    expect(text).toMatch(/^ {2}- zip /m);
    expect(describeField(of('updateBusiness'), 'location.zip')).toContain('- zip ');
    expect(describeField(of('updateBusiness'), 'location.nope')).toBeUndefined();
  });
});
