/**
 * `node test/trust/fuzz-once.ts SEED INDEX`: sends one request of a fuzz run again, and prints it and what comes back; one of
 * the short form with `short` behind it.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { synthesize } from '../../cdk/assembly.ts';
import { check } from './fuzz-check.ts';
import { startFuzzService } from './fuzz-child.ts';
import { fuzzRequests } from './fuzz-requests.ts';
import { createWire } from './wire.ts';

const [seed, index] = process.argv.slice(2, 4).map(Number);
if (seed === undefined || index === undefined) throw new Error('node test/trust/fuzz-once.ts SEED INDEX [short]');
const request = fuzzRequests({ seed, size: process.argv[4] === 'short' ? 'short' : 'full' })(index);
const directory = await mkdtemp(join(tmpdir(), 'fuzz-'));
const assembly = await synthesize({ outdir: directory });
const service = await startFuzzService({
  size: 'short',
  seed,
  say: console.log,
  written: console.log,
  assemblyDirectory: assembly.directory,
});
try {
  const { bytes, ending, operations, bodiless, kind } = request;
  console.log(`${kind}, ${bytes.length} bytes, then ${ending}:\n${bytes.toString('latin1', 0, 20_000)}`);
  const outcome = await createWire(service.url).send({ bytes, ending, answers: operations.length, bodiless });
  for (const { status, headers, body } of outcome.answers)
    console.log(status, Object.fromEntries(headers), String(body));
  console.log(check(request, outcome));
} finally {
  await service.close();
  await rm(directory, { recursive: true, force: true });
}
