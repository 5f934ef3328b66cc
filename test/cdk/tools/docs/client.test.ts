/** The typed client, as a partner has it: installed as a package, compiled against, and run on the demo data. */
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../../../../cdk/build/bundle.ts';
import { buildClient, compilerFindings } from '../../../../cdk/tools/docs/client-build.ts';
import { demoKey } from '../../../../cdk/tools/local/demo.ts';
import type { Service } from '../../../../cdk/tools/local/service.ts';
import catalogue from '../../../../lib/contract/errors.json' with { type: 'json' };
import { startDemoService } from '../../../support/demo-service.ts';

const run = promisify(execFile);

let directory: string;
let service: Service;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'client-test-'));
  const installed = join(directory, 'node_modules/partner-listing-api');
  await mkdir(installed, { recursive: true });
  [service] = await Promise.all([
    startDemoService(),
    buildClient(join(installed, 'dist/client')),
    copyFile(join(projectRoot, 'package.json'), join(installed, 'package.json')),
    copyFile(join(projectRoot, 'docs/client-example.ts'), join(directory, 'example.ts')),
    writeFile(join(directory, 'package.json'), '{ "type": "module" }'),
    writeFile(
      join(directory, 'wrong.ts'),
      `import { type ErrorCode, updateBusiness, partnerClient } from 'partner-listing-api/client';
       const client = partnerClient({ baseUrl: '', apiKey: '' });
       export const noSuchCode: ErrorCode = 9999;
       export const noPhone = updateBusiness({ client, path: { businessId: 1 }, body: { emailId: '', services: '' } });`,
    ),
  ]);
});
afterAll(async () => {
  await service?.close();
  await rm(directory, { recursive: true, force: true });
});

describe('the client', () => {
  it('compiles with the example, and refuses what the document refuses', () => {
    const program = ts.createProgram([join(directory, 'example.ts'), join(directory, 'wrong.ts')], {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      types: ['node'],
      typeRoots: [join(projectRoot, 'node_modules/@types')],
    });
    const findings = compilerFindings(program);
    expect(findings.filter((finding) => !finding.includes('wrong.ts'))).toEqual([]);
    expect(findings).toEqual([
      expect.stringMatching(/wrong\.ts:3: Type '9999' is not assignable to type/),
      expect.stringMatching(/wrong\.ts:4: Property 'phone' is missing/),
    ]);
  });

  it('runs the example: all five operations', async () => {
    const { stdout } = await run(process.execPath, ['example.ts', service.url, await demoKey()], { cwd: directory });
    expect(stdout.trim().split('\n')).toEqual([
      'update, tried: Dine-in, Takeout, Catering',
      'update: Dine-in, Takeout, Catering',
      'update, cleared fax: ""',
      expect.stringMatching(/^update, too late: 412 /),
      'contact: Ada 9',
      expect.stringMatching(/^contact, unknown: 5043 \(404\) /),
      'menus: Copper Kettle Grill, Copper Kettle Coffee, The Night Heron, Fern and Flat White',
      'link: Alpha https://alpha.example/places/ember-and-oak',
      expect.stringMatching(/^action links: Order food, /),
    ]);
  });

  it('knows every error code', async () => {
    const client = join(directory, 'node_modules/partner-listing-api/dist/client/index.js');
    const { errorCodes, isErrorCode } = await import(/* @vite-ignore */ client);
    expect(Object.keys(errorCodes)).toEqual(Object.keys(catalogue));
    expect([isErrorCode(1045), isErrorCode(9999)]).toEqual([true, false]);
  });
});
