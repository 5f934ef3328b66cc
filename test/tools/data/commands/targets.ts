/** Empty tables as the commands open them, and files of lines, for one test file. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, inject } from 'vitest';
import { openTarget, type Target } from '../../../../tools/admin/target.ts';
import { linesOf } from '../../../support/data-files.ts';
import { createTestTable } from '../../../support/store.ts';
import { type RecordingIo, recordingIo } from '../../admin/recording-io.ts';

export let directory: string;
export let io: RecordingIo;
const opened: Target[] = [];

/** A directory for the test file, and a recording terminal for each of its tests. */
export const useTargets = (): void => {
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'admin-data-'));
  });
  afterAll(async () => {
    for (const target of opened) target.close();
    await rm(directory, { recursive: true });
  });
  beforeEach(() => {
    io = recordingIo();
  });
};

/** An empty table, and the target that leads to it. */
export const emptyTarget = async (): Promise<Target> => {
  const table = await createTestTable();
  table.client.destroy();
  const target = await openTarget({ stage: 'prod', endpoint: inject('endpoint'), table: table.name });
  opened.push(target);
  return target;
};

let files = 0;
export const fileOf = async (lines: readonly unknown[]): Promise<string> => {
  const file = join(directory, `${++files}.jsonl`);
  await writeFile(file, linesOf(lines));
  return file;
};
