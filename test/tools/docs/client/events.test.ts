/** Events in both clients: the union discriminated by `type`, by the compiler, and the headers that Python's frameworks have. */
import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../../../../cdk/build/bundle.ts';
import { eventNames } from '../../../../lib/subscriptions/events.ts';
import { buildPythonClient, compilerFindings, schemaTypes } from '../../../../tools/docs/client/build.ts';
import { typescriptEvents } from '../../../../tools/docs/client/events.ts';
import { eventTypes } from '../../../../tools/docs/client/facts.ts';
import { markedLines, typescriptProgram } from './event-programs.ts';
import { hasHttpx } from './pythons.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'client-events-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

it(
  '`type` narrows `data`, types that come later stay possible',
  async () => {
    // The sources of the client that have to do with events, as its build compiles them.
    const client = join(directory, 'client');
    await mkdir(client);
    await cp(join(projectRoot, 'tools/docs/client/runtime/webhooks.ts'), join(client, 'runtime/webhooks.ts'));
    await writeFile(join(client, 'types.ts'), await schemaTypes(directory));
    await writeFile(join(client, 'events.ts'), typescriptEvents(eventTypes));
    await writeFile(join(directory, 'package.json'), '{ "type": "module" }');
    const file = join(directory, 'program.ts');
    await writeFile(file, typescriptProgram);
    const findings = compilerFindings(
      ts.createProgram([file], {
        target: ts.ScriptTarget.ES2022,
        module: ts.ModuleKind.NodeNext,
        moduleResolution: ts.ModuleResolutionKind.NodeNext,
        strict: true,
        noEmit: true,
        skipLibCheck: true,
        paths: { 'partner-listing-client': [join(client, 'events.ts')] },
        allowImportingTsExtensions: true,
        types: ['node'],
        typeRoots: [join(projectRoot, 'node_modules/@types')],
      }),
    );
    const lines = findings.map((finding) => Number(/program\.ts:(\d+)/.exec(finding)?.[1]));
    expect([...new Set(lines)], findings.join('\n')).toEqual(markedLines(typescriptProgram, '//!'));
  },
  5 * 60_000,
);

describe.skipIf(!hasHttpx())('In Python (needs Python 3.11 and httpx)', () => {
  it(
    'a request has the headers of any framework',
    async () => {
      await buildPythonClient(join(directory, 'python'));
      const script = join(import.meta.dirname, 'header_shapes.py');
      const run = spawnSync('python3', [script], { env: { ...process.env, PYTHONPATH: join(directory, 'python') } });
      expect(run.stderr.toString()).toBe('');
      const { taken, refused, known } = JSON.parse(run.stdout.toString());
      expect(taken.length).toBeGreaterThan(8);
      expect(taken.filter(([, isTaken]: [string, boolean]) => !isTaken)).toEqual([]);
      expect(refused.length).toBeGreaterThan(5);
      expect(refused.filter(([, isRefused]: [string, boolean]) => !isRefused)).toEqual([]);
      expect(known).toEqual([...eventNames, 'TEST'].toSorted());
    },
    5 * 60_000,
  );
});
