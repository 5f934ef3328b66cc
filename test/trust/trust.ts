/**
 * `npm run test:trust`: tries to break what the service promises, part after part, prints what was tried and found, and writes
 * the figures into docs/trust.md. `npm run test:trust -- fuzz faults` runs those parts; `--short` is the form of
 * `npm test`, which leaves the page alone; `--seed N` tries other things.
 */
import { appendFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { synthesize } from '../../cdk/assembly.ts';
import { projectRoot } from '../../cdk/build/bundle.ts';
import { countNothing } from '../support/usage.ts';
import type { Part, Trial } from './part.ts';
import { parts } from './parts.ts';
import { keepResults } from './report.ts';

// What runs in this process writes a line of each request that it refuses, and most are.
console.info = () => {};

const SEED = 20_261_121;

/** A plan that lets all through: what is tried here is not the throttle. */
const UNBOUNDED = { rateLimit: 10_000, burstLimit: 5000 };

const synthesizeUnbounded = async (outdir: string) => {
  const { context } = JSON.parse(await readFile(join(projectRoot, 'cdk.json'), 'utf8'));
  return synthesize({ outdir, context: { usagePlans: { ...context.usagePlans, enterprise: UNBOUNDED } } });
};

const chosen = (names: readonly string[]): readonly Part[] => {
  const unknown = names.filter((name) => !parts.some((part) => part.name === name));
  if (unknown.length > 0) {
    throw new Error(`No such part: ${unknown.join(', ')}. There are: ${parts.map(({ name }) => name).join(', ')}.`);
  }
  return names.length === 0 ? parts : parts.filter(({ name }) => names.includes(name));
};

const main = async (): Promise<void> => {
  const program = new Command('npm run test:trust --')
    .argument('[parts...]', 'the parts to run; all of them without any')
    .option('--short', 'the form of npm test, which leaves the page alone')
    .option('--seed <number>', 'try other things', Number, SEED)
    .parse();
  const values = program.opts<{ short?: true; seed: number }>();
  const run = chosen(program.args);
  const directory = await mkdtemp(join(tmpdir(), 'trust-'));
  const assembly = await synthesizeUnbounded(join(directory, 'assembly'));
  const writtenFile = join(directory, 'written');
  appendFileSync(writtenFile, '');
  const trial: Trial = {
    size: values.short ? 'short' : 'full',
    seed: values.seed,
    say: (line) => console.log(`  ${line}`),
    written: (text) => appendFileSync(writtenFile, `${text}\n`),
    writtenFile,
    assemblyDirectory: assembly.directory,
  };
  let failures = 0;
  // For functions that are called without a gateway, which would count.
  const usage = await countNothing();
  try {
    for (const part of run) {
      console.log(`\n${part.name}: ${part.promise}`);
      const started = performance.now();
      const findings = await part.run(trial);
      const seconds = Math.round((performance.now() - started) / 1000);
      console.log(`  tried: ${findings.tried}\n  found: ${findings.found}`);
      for (const failure of findings.failures) console.log(`  FAILED: ${failure}`);
      failures += findings.failures.length;
      if (trial.size === 'full') await keepResults(part, { ...findings, seed: trial.seed, seconds });
    }
  } finally {
    await usage.close();
    await rm(directory, { recursive: true, force: true });
  }
  console.log(failures === 0 ? '\nEvery promise held.' : `\n${failures} broken promises.`);
  process.exitCode = failures === 0 ? 0 : 1;
};

await main();
