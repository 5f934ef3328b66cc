/** restore-drill on a stage that is deployed, as far as a fake AWS goes. */
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import { openTarget } from '../../../tools/admin/target.ts';
import { compareTables } from '../../../tools/data/commands/compare-tables.ts';
import { restoreDrill } from '../../../tools/data/commands/restore-drill.ts';
import { createAlike, describeTable } from '../../../tools/data/commands/second-table.ts';
import { eraseContacts } from '../../../tools/data/erase-contacts.ts';
import { openTable } from '../../../tools/open-table.ts';
import { itemsOf } from '../../support/data-files.ts';
import { load } from '../../support/load.ts';
import { putItems } from '../../support/put-items.ts';
import { world } from '../../support/world.ts';
import { type Deployed, deploy } from './deployed.ts';
import { type RecordingIo, recordingIo } from './recording-io.ts';

let deployed: Deployed;
let io: RecordingIo;
beforeAll(async () => {
  deployed = await deploy();
  await load(deployed.table, world);
});
afterAll(() => deployed.close());
beforeEach(() => {
  io = recordingIo();
});

describe('restore-drill from a backup', () => {
  /** What a restore does, in one go; `change` stands for what was written since. */
  const restores = (change: (item: Item) => Item | undefined) => {
    deployed.aws.backups.copy = async (source, target) => {
      const [from, to] = [source, target].map((tableName) =>
        openTable({ tableName, endpoint: inject('endpoint') }),
      ) as [ReturnType<typeof openTable>, ReturnType<typeof openTable>];
      await createAlike(from, to);
      await putItems(
        to,
        (await itemsOf(from)).map(change).filter((item) => item !== undefined),
      );
    };
  };
  const drill = async (options = {}) => {
    const target = await openTarget({ stage: 'prod' });
    try {
      return await restoreDrill(target, io, options);
    } finally {
      target.close();
    }
  };
  const secondTable = () => /into (\S+) \.\.\./.exec(io.logged[0]!)![1]!;
  const isThere = async (tableName: string) =>
    (await describeTable(openTable({ tableName, endpoint: inject('endpoint') }))) !== undefined;

  test('compares all items, keys too, and removes the second table', async () => {
    restores((item) => item);
    expect(await drill()).toBe(true);
    expect(deployed.aws.calls).toContain('RestoreTableToPointInTime');
    expect(io.text()).toContain('The contents are the same.');
    expect(await isThere(secondTable())).toBe(false);
  });

  test('fails where an item did not come back, and keeps the table on demand', async () => {
    restores((item) => (item.type === 'apiKey' && item.revoked ? undefined : item));
    io.time += 5000;
    expect(await drill({ keep: true })).toBe(false);
    expect(io.logged.filter((line) => line.startsWith('differs: KEY#'))).toHaveLength(1);
    const kept = openTable({ tableName: secondTable(), endpoint: inject('endpoint') });
    expect((await compareTables(deployed.table, kept)).differences).toHaveLength(1);
  });

  test('erases again who was erased since the backup', async () => {
    const contact = { id: 9001, email: 'zqperson@mail.example', firstName: 'zqperson' };
    await load(deployed.table, [{ type: 'contact', accountNumber: 100, contact }]);
    const backup = await itemsOf(deployed.table);
    deployed.aws.backups.copy = async (source, target) => {
      const [from, to] = [source, target].map((tableName) => openTable({ tableName, endpoint: inject('endpoint') }));
      await createAlike(from!, to!);
      await putItems(to!, backup);
    };
    const person = {
      partnerId: 'ours',
      accountNumber: 100,
      contactId: 9001,
      erasedAt: new Date(io.time).toISOString(),
    };
    await eraseContacts(deployed.table, [person]);
    io.time += 15_000;
    expect(await drill({ keep: true, tolerate: 1 }), io.text()).toBe(true);
    expect(io.logged.filter((line) => line.startsWith('differs: '))).toEqual([
      'differs: P#ours#ACCOUNT#100#CONTACT#9001 DELETED',
    ]);
    const kept = openTable({ tableName: secondTable(), endpoint: inject('endpoint') });
    expect(JSON.stringify(backup)).toContain('zqperson');
    expect(JSON.stringify(await itemsOf(kept))).not.toContain('zqperson');
  });

  test('removes the second table after a failure too', async () => {
    restores((item) => item);
    io.time += 10_000;
    deployed.aws.fail('Scan', { status: 400, error: 'AccessDeniedException' });
    await expect(drill()).rejects.toThrow('AccessDeniedException');
    expect(await isThere(secondTable())).toBe(false);
  });
});
