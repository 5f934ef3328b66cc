/** Every sample of the reference page in every language whose tools are on this machine; the others are shown as skipped. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { successOf } from '../../../lib/contract/derived.ts';
import { operations } from '../../../lib/operations.ts';
import { languages } from '../../../tools/docs/samples/languages.ts';
import { hasHttpx } from './client/pythons.ts';
import { expectedOf, programsOf, runSamples, startRecorded } from './sample-runs.ts';

const isThere = (program: string): boolean => {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** What others are about goes last. */
const inOrder = [...operations].sort(
  (a, b) => Number(/^(?:delete|remove|unsub)/.test(a.id)) - Number(/^(?:delete|remove|unsub)/.test(b.id)),
);

describe.each(languages)('samples in $name', (language) => {
  const isReady = programsOf[language.id].every(isThere) && (language.id !== 'python' || hasHttpx());
  it.skipIf(!isReady)('all run', { timeout: 300_000 }, async () => {
    const directory = await mkdtemp(join(tmpdir(), 'samples-'));
    const recorded = await startRecorded();
    try {
      await runSamples(language, inOrder, recorded.url, directory);
      expect(recorded.seen.map(({ request, body }) => ({ request, body }))).toEqual(expectedOf(inOrder));
      expect(recorded.seen.map(({ status }) => status)).toEqual(inOrder.map(successOf));
    } finally {
      await recorded.close();
      await rm(directory, { recursive: true, force: true });
    }
  });
});
