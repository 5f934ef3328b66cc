/** bind: the account and Region of the credentials go into cdk.json, once. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { bindStage } from '../../../tools/admin/bind.ts';
import { stageSettings } from '../../../tools/admin/stage-settings.ts';
import { type Deployed, deploy } from './deployed.ts';
import { type RecordingIo, recordingIo } from './recording-io.ts';

const project = join(import.meta.dirname, '../../../cdk.json');
const place = { account: '123456789012', region: 'us-east-1' };

let deployed: Deployed;
let directory: string;
let file: string;
let io: RecordingIo;
beforeAll(async () => {
  deployed = await deploy();
  directory = await mkdtemp(join(tmpdir(), 'bind-'));
});
afterAll(async () => {
  await deployed.close();
  await rm(directory, { recursive: true });
});
beforeEach(async () => {
  io = recordingIo();
  file = join(directory, 'cdk.json');
  await writeFile(file, await readFile(project));
});

test('names them for each stage, and changes nothing else', async () => {
  for (const stage of ['prod', 'dev']) await bindStage(io, { stage }, file);
  const written = JSON.parse(await readFile(file, 'utf8'));
  const { stages, ...rest } = written.context;
  expect(stages).toEqual({ prod: place, dev: place });
  expect(rest).toEqual(JSON.parse(await readFile(project, 'utf8')).context);
  expect((await stageSettings({ stage: 'dev' }, file)).place).toEqual(place);
  expect(io.text()).toContain('Bound the stage prod to account 123456789012 in us-east-1');
});

test('once more changes nothing', async () => {
  await bindStage(io, { stage: 'prod' }, file);
  const once = await readFile(file, 'utf8');
  await bindStage(io, { stage: 'prod' }, file);
  expect(await readFile(file, 'utf8')).toBe(once);
  expect(io.text()).toContain('already bound');
});

test('binds a stage of any name', async () => {
  await bindStage(io, { stage: 'prod' }, file);
  await bindStage(io, { stage: 'constructor' }, file);
  expect(Object.keys(JSON.parse(await readFile(file, 'utf8')).context.stages).sort()).toEqual(['constructor', 'prod']);
});

test('a write that fails leaves the file as it was', async () => {
  const text = await readFile(file, 'utf8');
  const settings = join(import.meta.dirname, '../../../tools/admin/stage-settings.ts');
  for (const call of [
    `writeBoundStage('prod', ${JSON.stringify(place)}, ${JSON.stringify(file)})`,
    `writeProtectedStage('prod', ${JSON.stringify(file)})`,
  ]) {
    const source = `import * as settings from ${JSON.stringify(settings)}; await settings.${call};`;
    const limited = ['-c', 'ulimit -f 0; exec "$0" --input-type=module -e "$1"', process.execPath, source];
    await expect(promisify(execFile)('sh', limited), call).rejects.toThrow('EFBIG');
    expect(await readFile(file, 'utf8'), call).toBe(text);
    expect(await readdir(directory), call).toEqual(['cdk.json']);
  }
});

test('refuses to move a stage', async () => {
  const text = await readFile(file, 'utf8');
  const elsewhere = text.replace(
    '"context": {',
    '"context": { "stages": { "prod": { "account": "444455556666", "region": "us-east-1" } },',
  );
  await writeFile(file, elsewhere);
  await expect(bindStage(io, { stage: 'prod' }, file)).rejects.toThrow('is bound to account 444455556666 in us-east-1');
  expect(await readFile(file, 'utf8')).toBe(elsewhere);
});
