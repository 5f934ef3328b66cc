/** The samples of the reference page run as they are printed, and send what the example says. All languages: samples.long.test.ts. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { successOf } from '../../../lib/contract/derived.ts';
import { operations } from '../../../lib/operations.ts';
import { languages } from '../../../tools/docs/samples/languages.ts';
import { literal } from '../../../tools/docs/samples/literal.ts';
import { urllib } from '../../../tools/docs/samples/urllib.ts';
import { demoKey } from '../../../tools/local/demo.ts';
import { someOperations } from '../../support/chosen.ts';
import { expectedOf, type Recorded, runSamples, startRecorded } from './sample-runs.ts';

/** One service has them all: what writes is sent once. */
const chosen = {
  fetch: someOperations(2, { salt: 'samples' }),
  typescript: someOperations(4, { salt: 'samples of the client' }),
  curl: someOperations(4, { salt: 'samples of curl', from: operations.filter(({ writes }) => !writes) }),
} as const;

let recorded: Recorded;
let directory: string;

beforeAll(async () => {
  recorded = await startRecorded();
});
afterAll(() => recorded?.close());
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'samples-'));
  recorded.seen.length = 0;
  return () => rm(directory, { recursive: true, force: true });
});

describe('samples', () => {
  it.each(['curl', 'fetch', 'typescript'] as const)('run in %s', async (id) => {
    const language = languages.find((each) => each.id === id)!;
    await runSamples(language, chosen[id], recorded.url, directory);
    expect(recorded.seen.map(({ request, body }) => ({ request, body }))).toEqual(expectedOf(chosen[id]));
    expect(recorded.seen.map(({ status }) => status)).toEqual(chosen[id].map(successOf));
    for (const { headers } of recorded.seen) expect(headers['x-api-key']).toBe(await demoKey());
  });

  it('fail where the service refuses', async () => {
    const [language] = languages.filter(({ id }) => id === 'fetch');
    const unknown = { ...chosen.fetch[0]!, path: '/v1/no-such-path' };
    await expect(runSamples(language!, [unknown], recorded.url, directory)).rejects.toThrow(/Resource not found/);
  });
});

describe('literals', () => {
  it('stand on one line where there is room, and are JSON', () => {
    const value = {
      short: [1, { a: true }],
      none: {},
      text: 'x'.repeat(80),
      rows: [{ day: 1, hours: ['11:00', '12:00'] }],
    };
    expect(literal(value).split('\n')).toContain('  "short": [1, { "a": true }],');
    expect(JSON.parse(literal(value))).toEqual(value);
  });

  it('of Python name its constants, outside of texts alone', () => {
    const value = { on: true, off: null, said: 'true or null' };
    const text = urllib({ id: 'a', method: 'PUT', path: '/', headers: {}, given: {}, options: {}, value });
    expect(text).toContain('body = {"on": True, "off": None, "said": "true or null"}');
  });
});
