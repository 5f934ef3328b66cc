/** Two runs of `partner offboard` at once: no incomplete file takes the place of the one that was complete. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, inject, test } from 'vitest';
import { partnerErasureKey } from '../../../lib/partners/repository/erasure.ts';
import { offboardPartner } from '../../../tools/admin/partner-offboard.ts';
import { openTarget, type Target } from '../../../tools/admin/target.ts';
import { partnerOf } from '../../../tools/data/partner-items.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { itemsOf, linesOf, loadText, recordsAbout } from '../../support/data-files.ts';
import { createTestTable } from '../../support/store.ts';
import { recordingIo } from './recording-io.ts';

const about = recordsAbout(5_010_000);
const partner = about.partnerId;
let target: Target;
let directory: string;
beforeEach(async () => {
  const table = await createTestTable();
  const records = [...about.base(), about.business(about.n + 1), about.contact(1, { firstName: 'Ada' })];
  expect((await loadText(table, linesOf(records))).refused).toEqual([]);
  target = await openTarget({ stage: 'prod', endpoint: inject('endpoint'), table: table.name });
  table.client.destroy();
  directory = await mkdtemp(join(tmpdir(), 'twice-'));
  return async () => {
    target.close();
    await rm(directory, { recursive: true });
  };
});

const offboard = (out = 'acme.jsonl', table: OpenTable = target.table, time = Date.now()) =>
  offboardPartner({ ...target, table }, recordingIo(time), { partner, out: join(directory, out), wait: 0, lag: 0 });
/** The same table, in which `meanwhile` comes to pass before the call that `isIt` names. */
const after = (meanwhile: () => Promise<unknown>, on: 'scan' | 'transact' | 'get', isIt = (_: string) => true) => {
  let isDone = false;
  const call = target.table[on] as (...input: unknown[]) => Promise<unknown>;
  return {
    ...target.table,
    async [on](...input: unknown[]) {
      if (!isDone && isIt(JSON.stringify(input))) {
        isDone = true;
        await meanwhile();
      }
      return call(...input);
    },
  } as OpenTable;
};
const entered = () => target.table.get(partnerErasureKey(partner));
const linesIn = async (out: string) => (await readFile(join(directory, out), 'utf8')).trim().split('\n');
const LINES = 4;

test('one that stood still removes nothing, and leaves the file of the other', async () => {
  // The first has read all and waits; the second has taken its file over, and waits too.
  const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const wait = async () => {
    begun.resolve();
    await goOn.promise;
  };
  let second: Promise<void> | undefined;
  const other = async () => {
    second = offboard('acme.jsonl', after(wait, 'scan'));
    await begun.promise;
  };
  await expect(offboard('acme.jsonl', after(other, 'scan'))).rejects.toThrow('Another run writes');
  expect(await entered()).toBeUndefined();
  expect(await readdir(directory)).toEqual(['acme.jsonl.partial', 'acme.jsonl.rest.partial']);
  goOn.resolve();
  await second;
  expect(await entered()).toBeDefined();
  expect(await linesIn('acme.jsonl')).toHaveLength(LINES);
  expect(await readdir(directory)).toEqual(['acme.jsonl', 'acme.jsonl.rest']);
});

test('one that reads while another removes replaces no file, and fails', async () => {
  let left = 2;
  const cutOff: OpenTable = {
    ...target.table,
    remove: (input) => (left-- > 0 ? target.table.remove(input) : Promise.reject(new Error('cut off'))),
  };
  const other = () => expect(offboard('acme.jsonl', cutOff)).rejects.toThrow('cut off');
  // Behind its look at the list.
  const late = after(other, 'get', (input) => input.includes('"PARTNER"') && !input.includes('ERASURES'));
  await expect(offboard('acme.jsonl', late)).rejects.toThrow('Another run has exported the partner');
  expect(await linesIn('acme.jsonl')).toHaveLength(LINES);
  expect(await readdir(directory)).toEqual(['acme.jsonl', 'acme.jsonl.rest']);
});

test('one of another host does not pass for complete', async () => {
  const other = () => offboard('there.jsonl', target.table, Date.now() - 1000);
  const late = after(other, 'transact', (actions) => actions.includes('partnerErasure'));
  await expect(offboard('here.jsonl', late)).rejects.toThrow('Another run has exported the partner');
  // Its entry alone is left: the same command goes on, and has nothing to do.
  await offboard('here.jsonl');
  expect((await itemsOf(target.table)).filter((item) => partnerOf(item) === partner)).toMatchObject([
    { type: 'partnerErasure' },
  ]);
});
