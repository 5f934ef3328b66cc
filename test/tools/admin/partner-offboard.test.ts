/** A partner that is removed for good: nothing of it is left, also after a restore, and all of the others stays to the byte. */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import { entities } from '../../../lib/entities.ts';
import { partnerErasureKey } from '../../../lib/partners/repository/erasure.ts';
import { issueKey } from '../../../tools/admin/keys-issue.ts';
import { listPartners } from '../../../tools/admin/partner-list.ts';
import { offboardPartner } from '../../../tools/admin/partner-offboard.ts';
import { resumePartner, suspendPartner } from '../../../tools/admin/partner-suspend.ts';
import { openTarget, type Target } from '../../../tools/admin/target.ts';
import { createAlike } from '../../../tools/data/commands/second-table.ts';
import { eraseListed, listedErasures } from '../../../tools/data/erase-listed.ts';
import { partnerOf } from '../../../tools/data/partner-items.ts';
import { type OpenTable, openTable } from '../../../tools/open-table.ts';
import { itemsOf, loadText } from '../../support/data-files.ts';
import { fillWithEveryKind } from '../../support/every-item.ts';
import { putItems } from '../../support/put-items.ts';
import { createTestTable } from '../../support/store.ts';
import { recordingIo } from './recording-io.ts';

const PARTNER = 'orchard';
let table: OpenTable;
let restored: OpenTable;
let target: Target;
let before: Item[];
let out: string;

beforeAll(async () => {
  table = await createTestTable();
  await fillWithEveryKind(table);
  target = await openTarget({ stage: 'prod', endpoint: inject('endpoint'), table: table.name });
  restored = openTable({ tableName: `${table.name}-restored`, endpoint: inject('endpoint') });
  await createAlike(table, restored);
  before = await itemsOf(table);
  await putItems(restored, before);
  const directory = await mkdtemp(join(tmpdir(), 'offboard-'));
  out = join(directory, `${PARTNER}.jsonl`);
  return async () => {
    target.close();
    restored.client.destroy();
    await rm(directory, { recursive: true });
  };
});

const isTheirs = (item: Item) => partnerOf(item) === PARTNER;
const offboard = (io = recordingIo(), on = target) =>
  offboardPartner(on, io, { partner: PARTNER, out, wait: 0, lag: 0 });

/** Every text of their items that no one else's item has. */
const theirTexts = (items: readonly Item[]): Set<string> => {
  const texts = (value: unknown): string[] => {
    if (typeof value === 'string') return value.length >= 6 ? [value] : [];
    if (typeof value === 'number') return value > 100_000 ? [String(value)] : [];
    return value !== null && typeof value === 'object' ? Object.values(value).flatMap(texts) : [];
  };
  const others = JSON.stringify(items.filter((item) => !isTheirs(item)));
  return new Set(
    items
      .filter(isTheirs)
      .flatMap(texts)
      .filter((text) => !others.includes(JSON.stringify(text).slice(1, -1))),
  );
};

/** What is left of them in a table, in all of its bytes, but for the entry in the list. */
const traces = async (of: OpenTable): Promise<string[]> => {
  const left = (await itemsOf(of)).filter(({ type }) => type !== 'partnerErasure');
  const bytes = JSON.stringify(left);
  return [PARTNER, ...theirTexts(before)].filter((text) => bytes.includes(JSON.stringify(text).slice(1, -1)));
};
/** Each of the tests behind can be run by itself. */
const gone = async () => {
  if (!(await table.get(partnerErasureKey(PARTNER)))) await offboard();
};
const otherItems = async (of: OpenTable) => (await itemsOf(of)).filter((item) => !isTheirs(item));

describe('partner offboard', () => {
  it('is tried on a partner that has every kind of item', () => {
    const kinds = new Set(before.filter(isTheirs).map(({ type }) => type));
    expect(entities.map(({ type }) => type).filter((type) => !kinds.has(type))).toEqual(['partnerErasure']);
    expect(theirTexts(before).size).toBeGreaterThan(200);
  });

  it('shows what it does, does nothing unless it is confirmed, and wants a partner that is there', async () => {
    const options = { out, wait: 0, lag: 0 };
    const asked: string[] = [];
    const confirm = async (what: string) => {
      asked.push(what);
      return false;
    };
    await offboardPartner(target, recordingIo(), { ...options, partner: PARTNER, confirm });
    expect(asked).toEqual([expect.stringMatching(/^suspend partner orchard, export .* and remove everything/)]);
    await expect(offboardPartner(target, recordingIo(), { ...options, partner: 'unknown', confirm })).rejects.toThrow(
      'Partner unknown does not exist.',
    );
    expect(asked).toHaveLength(1);
    expect(await itemsOf(table)).toEqual(before);
  });

  it('removes nothing of a partner that was resumed since, also if it is suspended again', async () => {
    const resume = `${out}.position`;
    const resuming: OpenTable = {
      ...table,
      transact: async (actions) => {
        if (JSON.stringify(actions).includes('partnerErasure')) {
          await resumePartner(target, recordingIo(), { partner: PARTNER, lag: 0 });
          await suspendPartner(target, { ...recordingIo(), now: () => Date.now() }, { partner: PARTNER, lag: 0 });
        }
        return table.transact(actions);
      },
    };
    const options = { partner: PARTNER, out, resume, lag: 0, wait: 0 };
    await expect(offboardPartner({ ...target, table: resuming }, recordingIo(), options)).rejects.toThrow(
      'was resumed',
    );
    expect((await itemsOf(table)).filter(isTheirs).length).toBe(before.filter(isTheirs).length);
    // The next run exports again.
    expect(existsSync(resume)).toBe(false);
    await resumePartner(target, recordingIo(), { partner: PARTNER, lag: 0 });
  });

  it('waits from the suspension on until no request of the partner is under way', async () => {
    const io = recordingIo();
    await suspendPartner(target, io, { partner: PARTNER, lag: 0 });
    const began = Date.now();
    io.time += 500;
    await expect(
      offboardPartner(
        { ...target, metering: { ...target.metering, remove: () => Promise.reject(new Error('cut off')) } },
        io,
        {
          ...{ partner: PARTNER, out, lag: 0, wait: 1 },
        },
      ),
    ).rejects.toThrow('cut off');
    expect(io.logged[0]).toContain('Waiting 1 s');
    expect(Date.now() - began).toBeGreaterThanOrEqual(499);
  });

  it('is cut off half-way, is seen, can not be undone, and goes on', async () => {
    let left = before.filter(isTheirs).length - 5;
    const failing: OpenTable = {
      ...table,
      remove: (input) => (left-- > 0 ? table.remove(input) : Promise.reject(new Error('cut off'))),
    };
    await expect(offboard(recordingIo(), { ...target, table: failing })).rejects.toThrow('cut off');
    const half = (await itemsOf(table)).filter(isTheirs).length;
    expect(half).toBeGreaterThan(0);
    expect(half).toBeLessThan(before.filter(isTheirs).length);
    const states = (await listPartners(target, recordingIo(), {})).map(({ partner, state }) => [partner, state]);
    expect(states).toContainEqual([PARTNER, 'offboarding']);
    await expect(resumePartner(target, recordingIo(), { partner: PARTNER })).rejects.toThrow('is being offboarded');
    const exported = await readFile(out, 'utf8');

    const io = recordingIo();
    await offboard(io);
    expect(io.logged[0]).toContain('after the export: continuing');
    expect(await readFile(out, 'utf8')).toBe(exported);
    expect(await traces(table)).toEqual([]);
    expect((await itemsOf(table)).filter(isTheirs)).toMatchObject([{ type: 'partnerErasure', partnerId: PARTNER }]);
    expect(await otherItems(table)).toEqual(before.filter((item) => !isTheirs(item)));
  });

  it('has given everything out before, to its owner alone', async () => {
    await gone();
    for (const file of [out, `${out}.rest`]) expect((await stat(file)).mode & 0o777).toBe(0o600);
    const types = (text: string) =>
      new Set(
        text
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line).type),
      );
    const lines = await readFile(out, 'utf8');
    const withLines = entities.filter(({ exported }) => exported === 'line').map(({ type }) => type);
    expect([...types(lines)].sort()).toEqual(withLines.sort());
    const rest = await readFile(`${out}.rest`, 'utf8');
    expect([...types(rest)].sort()).toEqual(['media', 'subscription']);
    expect(rest).not.toContain('SECRET');
    // Elsewhere they make the partner again, but for what the stream, which is not here, would have removed with an account.
    const elsewhere = await createTestTable();
    // Reviews of a competitor that was deleted are what the stream would have removed, too.
    const reasons = (await loadText(elsewhere, lines)).refused.map(({ reason }) => reason);
    expect([...new Set(reasons)].sort()).toEqual([
      'account 700300 does not exist',
      'competitor 710002 does not exist',
      'competitor 710101 does not exist',
    ]);
    elsewhere.client.destroy();
  });

  it('keeps the id: neither a file nor a key makes the partner again', async () => {
    await gone();
    const { refused, counts } = await loadText(table, await readFile(out, 'utf8'));
    expect(counts.loaded).toBe(0);
    // Of the partner's own line: the others are refused for what they belong to, which line first is the engine's matter.
    const own = refused.find(({ text }) => JSON.parse(text).type === 'partner');
    expect(own?.reason).toBe(`the partner ${PARTNER} was erased for good`);
    const options = { partner: PARTNER, partnerName: 'Again', plan: 'trial' };
    await expect(issueKey(target, recordingIo(), options)).rejects.toThrow('was erased for good');
    expect(await traces(table)).toEqual([]);
  });

  it('holds what is restored from before to the list, also where that is cut off', async () => {
    await gone();
    expect((await traces(restored)).length).toBeGreaterThan(200);
    let left = 30;
    const failing: OpenTable = {
      ...restored,
      remove: (input) => (left-- > 0 ? restored.remove(input) : Promise.reject(new Error('cut off'))),
    };
    await expect(eraseListed(failing, await listedErasures(table))).rejects.toThrow('cut off');
    expect(await traces(restored)).not.toEqual([]);
    // Where the first table is gone meanwhile, the list is in the second already.
    expect((await eraseListed(restored, await listedErasures(restored))).partners).toBe(1);
    expect(await traces(restored)).toEqual([]);
    expect(await otherItems(restored)).toEqual(before.filter((item) => !isTheirs(item)));
    const again = await eraseListed(restored, await listedErasures(table));
    expect([...again.removed]).toEqual([]);
  });
});
