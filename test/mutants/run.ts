/**
 * `npm run test:mutants`: makes each change of `mutants.ts` in a copy of the project, and sees that its tests fail.
 * `npm run test:mutants -- one-try two-keys-pass` makes those. Ends with 1 where a mutant survives.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { synthesize } from '../../cdk/assembly.ts';
import { bundleAll } from '../../cdk/build/functions.ts';
import { compileAll } from './compile.ts';
import { type Mutant, mutate } from './mutant.ts';
import { mutants } from './mutants.ts';
import { copyProject } from './tree.ts';
import { isNamed, runTests } from './vitest-run.ts';

/** So many are made at the same time. */
const AT_ONCE = 2;

/** A change that makes a name unknown, or a text that is none of the language, would be noticed by any test. */
const NO_FAILURE_OF_A_TEST = /^(?:SyntaxError|ReferenceError)\b/;

const chosen = (names: readonly string[]): readonly Mutant[] => {
  const unknown = names.filter((name) => !mutants.some((mutant) => mutant.name === name));
  if (unknown.length > 0) throw new Error(`No such mutant: ${unknown.join(', ')}.`);
  return names.length === 0 ? mutants : mutants.filter(({ name }) => names.includes(name));
};

/** Every named test is there and passes while nothing is changed: the names of those that are not, or do not. */
const checkTests = async (directory: string, list: readonly Mutant[], assembly: string): Promise<readonly string[]> => {
  const tests = list.flatMap((mutant) => mutant.tests);
  const { results, broken, output } = await runTests(directory, tests, assembly, false);
  const run = results.filter((result) => isNamed(result, tests) && result.status !== 'skipped');
  const missing = tests.filter((test) => !run.some((result) => isNamed(result, [test])));
  return [
    ...broken,
    ...new Set(missing.map(([file, name]) => `${file} "${name}" is not there, or does not run`)),
    ...run.filter(({ status }) => status !== 'passed').map(({ file, name }) => `${file} "${name}" fails as it is`),
    ...(results.length === 0 ? [output.slice(-2000)] : []),
  ];
};

/** What is wrong where the mutant survives; `undefined` where a test noticed it. */
const survives = async (directory: string, mutant: Mutant, assembly: string): Promise<string | undefined> => {
  const path = join(directory, mutant.file);
  const text = await readFile(path, 'utf8');
  await writeFile(path, mutate(text, mutant));
  try {
    const { results, broken, output } = await runTests(directory, mutant.tests, assembly, true);
    const failed = results.filter((result) => isNamed(result, mutant.tests) && result.status === 'failed');
    if (failed.some(({ message }) => !NO_FAILURE_OF_A_TEST.test(message))) return undefined;
    if (failed.length > 0) return `does not run: ${failed[0]?.message}`;
    if (results.length === 0) return `no test ran: ${broken.join(', ')} ${output.slice(-1000)}`;
    return broken.length > 0 ? `does not load: ${broken.join(', ')} ${output.slice(-1000)}` : 'no test noticed';
  } finally {
    await writeFile(path, text);
  }
};

const main = async (): Promise<void> => {
  const program = new Command('npm run test:mutants --')
    .argument('[mutants...]', 'the mutants to make; all of them without any')
    .option('--no-check', 'do not compile them, nor run their tests unchanged')
    .parse();
  const list = chosen(program.args);
  const directory = await mkdtemp(join(tmpdir(), 'mutants-'));
  const copies = Array.from({ length: AT_ONCE }, (_, index) => join(directory, String(index)));
  const assembly = join(directory, 'assembly');
  let wrong = 0;
  const complain = (line: string) => {
    wrong++;
    console.log(line);
  };
  try {
    for (const copy of copies) await copyProject(copy);
    await bundleAll(join(assembly, 'bundles'));
    await synthesize({ outdir: assembly, bundles: join(assembly, 'bundles') });
    if (program.opts<{ check: boolean }>().check) {
      for (const line of await compileAll(copies[0]!, list)) complain(`DOES NOT COMPILE: ${line}`);
      for (const line of await checkTests(copies[0]!, list, assembly)) complain(`NOT TRIED: ${line}`);
    }
    const waiting = list.values();
    const work = async (copy: string): Promise<void> => {
      for (const mutant of waiting) {
        const started = performance.now();
        const problem = await survives(copy, mutant, assembly).catch((error: Error) => error.message);
        const seconds = Math.round((performance.now() - started) / 1000);
        if (problem === undefined) console.log(`killed   ${mutant.name} (${seconds} s)`);
        else complain(`SURVIVED ${mutant.name} (${seconds} s): ${problem}`);
      }
    };
    await Promise.all(copies.map(work));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
  console.log(wrong === 0 ? `\nAll ${list.length} mutants were noticed.` : `\n${wrong} to be looked at.`);
  process.exitCode = wrong === 0 ? 0 : 1;
};

await main();
