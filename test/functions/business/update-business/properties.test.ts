/** Whatever is sent. */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { anyBody } from '../../../support/any-body.ts';
import { runs } from '../../../support/chosen.ts';
import { bare } from '../../../support/expected.ts';
import { bodyOf, FIELDS, flat } from '../../../support/profiles.ts';
import { anyText } from '../../../support/texts.ts';
import { REQUIRED } from '../../../support/world.ts';
import { newBusiness, openWorld, put, putRaw, stored } from './support.ts';

beforeAll(openWorld);

const RUNS = { numRuns: runs(10, 100) };
describe('update business, whatever is sent', () => {
  it('stores what the rules accept and reads it back unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(bodyOf(FIELDS), async (body) => {
        const id = await newBusiness();
        expect(await putRaw(id, body)).toMatchObject({ status: 200 });
        expect(await stored(id)).toEqual(flat(body));
      }),
      RUNS,
    );
  });

  it('changes nothing by the same update again, nor by what is already stored', async () => {
    await fc.assert(
      fc.asyncProperty(bodyOf(FIELDS), bodyOf(FIELDS), async (before, body) => {
        const id = await newBusiness(before);
        const [first, once] = [await putRaw(id, body), await stored(id)];
        const [second, twice] = [await putRaw(id, body), await stored(id)];
        expect([bare(second), twice]).toEqual([bare(first), once]);
      }),
      RUNS,
    );
  });

  it('never answers with a fault, and always with a code and a message', async () => {
    await fc.assert(
      fc.asyncProperty(anyBody, fc.boolean(), async (fields, required) => {
        const { status, body } = await (required ? put('101', { ...fields, ...REQUIRED }) : putRaw('101', fields));
        expect([200, 400, 401]).toContain(status);
        if (status !== 200) expect(body).toEqual({ code: expect.any(Number), message: expect.stringMatching(/./) });
      }),
      { numRuns: 5 * RUNS.numRuns },
    );
  });

  it('never answers an arbitrary text with a fault', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(anyText(), fc.json()), async (text) => {
        expect([400, 401]).toContain((await putRaw('101', text)).status);
      }),
      RUNS,
    );
  });

  it('writes nothing where it refuses', async () => {
    const id = await newBusiness({ name: 'Kept' });
    const kept = await stored(id);
    await fc.assert(
      fc.asyncProperty(anyBody, async (fields) => {
        if ((await put(id, { ...fields, fax: 'no number' })).status === 200) throw new Error('accepted');
        expect(await stored(id)).toEqual(kept);
      }),
      RUNS,
    );
  });
});
