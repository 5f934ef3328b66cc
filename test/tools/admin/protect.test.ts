/** protect: the stack at once, cdk.json for the next deploy, and what doctor says of both. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runChecks } from '../../../tools/admin/doctor-check.ts';
import { deployedChecks } from '../../../tools/admin/doctor-deployed.ts';
import { protectStage } from '../../../tools/admin/protect.ts';
import { stageSettings } from '../../../tools/admin/stage-settings.ts';
import { type Deployed, deploy } from './deployed.ts';
import { type RecordingIo, recordingIo } from './recording-io.ts';

const STACK = 'PartnerListingApi';
const project = join(import.meta.dirname, '../../../cdk.json');

let deployed: Deployed;
let directory: string;
let file: string;
let io: RecordingIo;
beforeAll(async () => {
  deployed = await deploy();
  directory = await mkdtemp(join(tmpdir(), 'protect-'));
});
afterAll(async () => {
  await deployed.close();
  await rm(directory, { recursive: true });
});
beforeEach(async () => {
  io = recordingIo();
  file = join(directory, 'cdk.json');
  await writeFile(file, await readFile(project));
  Object.assign(deployed.aws.stacks.get(STACK)!, { status: 'UPDATE_COMPLETE', isProtected: false });
});

const stack = () => deployed.aws.stacks.get(STACK)!;

describe('protect', () => {
  test('protects the stack, and names the stage in cdk.json, where nothing else changes', async () => {
    await protectStage(io, { stage: 'prod' }, file);
    expect(stack().isProtected).toBe(true);
    const text = await readFile(file, 'utf8');
    expect(text.replace('    "protectedStages": "prod",\n', '')).toBe(await readFile(project, 'utf8'));
    expect((await stageSettings({ stage: 'prod' }, file)).isProtected).toBe(true);
    expect((await stageSettings({ stage: 'staging' }, file)).isProtected).toBe(false);
    expect(io.text()).toContain('npx cdk deploy -c stage=prod');
  });

  test('once more changes nothing, and another stage stands next to it', async () => {
    await protectStage(io, { stage: 'prod' }, file);
    const once = await readFile(file, 'utf8');
    deployed.aws.calls.length = 0;
    await protectStage(io, { stage: 'prod' }, file);
    expect(await readFile(file, 'utf8')).toBe(once);
    expect(deployed.aws.calls).toEqual(['DescribeStacks']);
    deployed.aws.stacks.set(`${STACK}-eu`, { status: 'CREATE_COMPLETE', outputs: {} });
    await protectStage(io, { stage: 'eu' }, file);
    expect(JSON.parse(await readFile(file, 'utf8')).context.protectedStages).toBe('prod,eu');
  });

  test.each(['ROLLBACK_COMPLETE', 'CREATE_IN_PROGRESS', 'UPDATE_ROLLBACK_FAILED'])(
    'not while it is %s',
    async (status) => {
      stack().status = status;
      await expect(protectStage(io, { stage: 'prod' }, file)).rejects.toThrow(`is ${status}`);
      expect(stack().isProtected).toBe(false);
      expect(await readFile(file, 'utf8')).toBe(await readFile(project, 'utf8'));
    },
  );

  test('not where there is no stack', async () => {
    await expect(protectStage(io, { stage: 'nowhere' }, file)).rejects.toThrow('There is no stack');
  });
});

describe('doctor', () => {
  const protection = async () => {
    for await (const check of deployedChecks({ stage: 'prod' }))
      if (check.name === 'protection') return (await runChecks(io, [check], { json: true }))[0];
    return undefined;
  };

  test('recommends it, and finds no fault', async () => {
    expect(await protection()).toMatchObject({ ok: true, remedy: expect.stringContaining('protect --stage prod') });
  });

  test('says that the next deploy would take it away', async () => {
    stack().isProtected = true;
    expect(await protection()).toMatchObject({
      ok: true,
      remedy:
        'The next deploy removes the protection. Add the stage to protectedStages in cdk.json: npm run admin -- protect --stage prod',
    });
  });
});
