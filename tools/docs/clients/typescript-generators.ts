/** Generators for TypeScript. */
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../../../cdk/build/bundle.ts';
import { type Command, command, npm } from '../commands.ts';
import type { Call } from './calls.ts';
import { documentIn, type Generator } from './generator.ts';
import {
  type Answered,
  heyApiAnswers,
  heyApiProgram,
  openapiFetchProgram,
  openapiTypescriptAnswers,
} from './typescript.ts';

const PROGRAM = 'main.ts';
const ANSWERS = 'answers.ts';

/** A program in TypeScript next to the packages that it imports. */
const typescriptProgram =
  (write: (calls: readonly Call[]) => string) => async (directory: string, out: string, calls: readonly Call[]) => {
    await symlink(join(directory, 'node_modules'), join(out, 'node_modules'));
    await writeFile(join(out, PROGRAM), write(calls));
  };
const projectProgram = (name: string): string => join(projectRoot, 'node_modules/.bin', name);
const compiled = (out: string, file: string): Command =>
  command(
    projectProgram('tsc'),
    [
      ...['--strict', '--noEmit', '--skipLibCheck', '--target', 'ES2023', '--module', 'preserve'],
      ...['--moduleResolution', 'bundler', '--allowImportingTsExtensions', '--lib', 'ES2023,DOM,DOM.Iterable'],
      ...['--types', 'node', '--typeRoots', join(projectRoot, 'node_modules/@types'), file],
    ],
    { cwd: out },
  );
const bundled = (out: string): Command =>
  command(
    projectProgram('esbuild'),
    [PROGRAM, '--bundle', '--platform=node', '--format=esm', '--outfile=main.mjs', '--log-level=warning'],
    { cwd: out },
  );
const typescriptDrive = (_: string, out: string): Command => command(process.execPath, [join(out, 'main.mjs')]);
const confirmed =
  (write: (answered: readonly Answered[]) => string) => async (out: string, answered: readonly Answered[]) => {
    await writeFile(join(out, ANSWERS), write(answered));
    return [compiled(out, ANSWERS)];
  };

/** Types with their own client (openapi-typescript), and a generated client. */
export const typescriptGenerators: readonly Generator[] = [
  {
    name: 'openapi-typescript',
    needs: ['npm'],
    install: (directory) => [npm(directory, 'openapi-typescript@7.13.0', 'openapi-fetch@0.17.0')],
    prepare: typescriptProgram(openapiFetchProgram),
    build: (directory, out) => [
      command(join(directory, 'node_modules/.bin/openapi-typescript'), [documentIn(out), '-o', join(out, 'schema.ts')]),
      compiled(out, PROGRAM),
      bundled(out),
    ],
    drive: typescriptDrive,
    confirm: confirmed(openapiTypescriptAnswers),
  },
  {
    name: 'hey-api',
    needs: ['npm'],
    install: (directory) => [npm(directory, '@hey-api/openapi-ts@0.99.0', 'typescript@6.0.3')],
    prepare: typescriptProgram(heyApiProgram),
    build: (directory, out) => [
      command(
        join(directory, 'node_modules/.bin/openapi-ts'),
        ['-i', documentIn(out), '-o', 'client', '-c', '@hey-api/client-fetch', '--no-log-file'],
        { cwd: out },
      ),
      compiled(out, PROGRAM),
      bundled(out),
    ],
    drive: typescriptDrive,
    confirm: confirmed(heyApiAnswers),
  },
];
