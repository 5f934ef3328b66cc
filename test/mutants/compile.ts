/** Mutants that do not compile would be noticed by any test: each is held to the types of the project. */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Mutant, mutate } from './mutant.ts';

/** Mutants that can be made at the same time: of one file, those that do not touch each other. */
const layersOf = (mutants: readonly Mutant[], texts: ReadonlyMap<string, string>): readonly (readonly Mutant[])[] => {
  const layers: Mutant[][] = [];
  const placeOf = ({ file, find }: Mutant): readonly [from: number, to: number] => {
    const from = texts.get(file)!.indexOf(find);
    return [from, from + find.length];
  };
  const touches = (a: Mutant, b: Mutant): boolean => {
    const [[fromA, toA], [fromB, toB]] = [placeOf(a), placeOf(b)];
    return a.file === b.file && fromA < toB && fromB < toA;
  };
  for (const mutant of mutants) {
    const layer = layers.find((each) => !each.some((other) => touches(other, mutant)));
    if (layer) layer.push(mutant);
    else layers.push([mutant]);
  }
  return layers;
};

const compile = (directory: string): Promise<string> =>
  new Promise((resolve) => {
    const options = ['--noUnusedLocals', 'false', '--noUnusedParameters', 'false'];
    const args = [join('node_modules', 'typescript', 'bin', 'tsc'), '-p', '.', '--pretty', 'false', ...options];
    execFile(process.execPath, args, { cwd: directory, maxBuffer: 1 << 26 }, (_, stdout) => resolve(stdout));
  });

/**
 * Compiles all mutants, as many at once as do not touch each other, and puts the sources back.
 *
 * @returns what the compiler says of the files that were changed, and not without the changes
 */
export const compileAll = async (directory: string, mutants: readonly Mutant[]): Promise<readonly string[]> => {
  const sources = mutants.filter(({ file }) => file.endsWith('.ts'));
  const files = [...new Set(sources.map(({ file }) => file))];
  const texts = new Map<string, string>();
  for (const file of files) texts.set(file, await readFile(join(directory, file), 'utf8'));
  const complaints = async () =>
    (await compile(directory)).split('\n').filter((line) => files.some((file) => line.startsWith(`${file}(`)));
  const found: string[] = [];
  for (const layer of layersOf(sources, texts)) {
    const changed = new Map(texts);
    for (const mutant of layer) changed.set(mutant.file, mutate(changed.get(mutant.file)!, mutant));
    for (const [file, text] of changed) await writeFile(join(directory, file), text);
    found.push(...(await complaints()));
  }
  for (const [file, text] of texts) await writeFile(join(directory, file), text);
  return found;
};
