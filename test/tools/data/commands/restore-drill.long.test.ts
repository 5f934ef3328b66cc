/** The restore drill, the bench of imports, and the commands of data by their command line. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, inject, test, vi } from 'vitest';
import { projectRoot } from '../../../../cdk/build/bundle.ts';
import { businesses } from '../../../../lib/business/repository/business.ts';
import { deletions } from '../../../../lib/business/repository/deletion.ts';
import { competitorKey } from '../../../../lib/competitors/repository/competitor.ts';
import { ownerKey } from '../../../../lib/partners/repository/account.ts';
import { reportBench } from '../../../../tools/data/commands/data-bench.ts';
import { importData } from '../../../../tools/data/commands/data-import.ts';
import { restoreDrill } from '../../../../tools/data/commands/restore-drill.ts';
import { eraseContacts } from '../../../../tools/data/erase-contacts.ts';
import { demoFile } from '../../../../tools/local/demo.ts';
import { load } from '../../../support/load.ts';
import { world } from '../../../support/world.ts';
import { admin } from '../../admin/cli.ts';
import { recordingIo } from '../../admin/recording-io.ts';
import { startInstantStore } from './instant-store.ts';
import { emptyTarget, fileOf, io, useTargets } from './targets.ts';

vi.setConfig({ testTimeout: 600_000 });
useTargets();

describe('restore-drill', () => {
  test('finds the same contents in a second table, and removes it', async () => {
    const target = await emptyTarget();
    await load(target.table, world);
    await importData(target, io, demoFile);
    const drill = recordingIo();
    expect(await restoreDrill(target, drill, { endpoint: inject('endpoint') })).toBe(true);
    expect(drill.said.at(-1)).toContain('The contents are the same.');
    expect(drill.logged.at(-1)).toMatch(/^Deleted the table .*-drill-\d{14}-[0-9a-f]{8}\.$/);
  });

  test('finds the same once a contact is gone', async () => {
    const target = await emptyTarget();
    await load(target.table, world);
    const erasedAt = new Date(io.time).toISOString();
    await eraseContacts(target.table, [{ partnerId: 'ours', accountNumber: 100, contactId: 2, erasedAt }]);
    const drill = recordingIo(io.time + 2000);
    expect(await restoreDrill(target, drill, { endpoint: inject('endpoint') }), drill.text()).toBe(true);
  });

  test('finds the same once locations are gone, whose numbers keep their owners', async () => {
    const target = await emptyTarget();
    await load(
      target.table,
      world.filter((each) => ['partner', 'account', 'business'].includes((each as { type: string }).type)),
    );
    const store = { table: target.table, partnerId: 'ours' };
    const business = await businesses(store).find(101);
    expect(await deletions(store).location(business!)).toHaveProperty('saved');
    expect(await target.table.get(ownerKey(101))).toBeDefined();
    const drill = recordingIo();
    expect(await restoreDrill(target, drill, { endpoint: inject('endpoint') }), drill.text()).toBe(true);
    expect(drill.logged.at(-2)).toContain('owners of deleted numbers');
    // The owner of a record that is there is compared.
    await target.table.put({ Item: { ...(await target.table.get(ownerKey(102))), extra: 1 } });
    expect(await restoreDrill(target, io, { endpoint: inject('endpoint') })).toBe(false);
    expect(io.logged).toContain('differs: NUMBER#102 OWNER');
  });

  test('names what does not come back', async () => {
    const target = await emptyTarget();
    await load(target.table, world);
    // A state that no record leads to.
    await target.table.put({ Item: { ...(await target.table.get(competitorKey('ours', 301))), extra: 1 } });
    expect(await restoreDrill(target, io, { endpoint: inject('endpoint') })).toBe(false);
    expect(io.logged).toContain('differs: P#ours#COMPETITOR#301 COMPETITOR');
    expect(io.said.at(-1)).toContain('1 items differ');
    const patient = recordingIo(io.time + 1000);
    expect(await restoreDrill(target, patient, { endpoint: inject('endpoint'), tolerate: 1 })).toBe(true);
  });

  test('fails where an item does not match its schema', async () => {
    const target = await emptyTarget();
    await load(target.table, world);
    const { p0: _, ...item } = (await target.table.get(competitorKey('ours', 301))) ?? {};
    await target.table.put({ Item: { ...item, name: 7 } });
    expect(await restoreDrill(target, io, { endpoint: inject('endpoint'), tolerate: 5 })).toBe(false);
    expect(io.logged).toContain(
      'does not match its schema: P#ours#COMPETITOR#301 COMPETITOR: /name breaks type {"type":"string"}',
    );
  });
});

describe('data bench', () => {
  test('measures a load, and leaves no table behind', async () => {
    const result = await reportBench(io, {
      records: 100,
      endpoint: inject('endpoint'),
      assemblyDirectory: inject('assemblyDirectory'),
    });
    expect(result).toMatchObject({ records: 100, seconds: expect.any(Number) });
    expect(result.recordsPerSecond).toBeGreaterThan(0);
    expect(io.said.at(-1)).toContain('100 records');
  });

  test('takes under 200 MB as npm run admin runs it', async () => {
    const { scripts } = JSON.parse(await readFile(join(projectRoot, 'package.json'), 'utf8'));
    const flags = String(scripts.admin).match(/--\S+/g)?.join(' ') ?? '';
    const store = await startInstantStore();
    const shell = { file: 'sh', before: ['-c', `exec "$0" ${flags} "$@"`] };
    const args = ['data', 'bench', '--records', '20000', '--endpoint', store.url, '--json'];
    const { status, stdout, stderr } = await admin(args, {}, shell);
    store.close();
    expect(status, stderr).toBe(0);
    expect(JSON.parse(stdout.trim().split('\n').at(-1)!).memory.peak).toBeLessThan(200);
  });
});

describe('the command line', () => {
  test('imports, exports and drills, with its results in the status', async () => {
    const target = await emptyTarget();
    const at = ['--endpoint', inject('endpoint'), '--table', target.table.name];
    const file = await fileOf([...world, 'no record']);
    const imported = await admin(['data', 'import', file, ...at]);
    expect(imported.status).toBe(1);
    expect(imported.stdout).toContain('1 refused');
    expect(imported.stderr).toContain(`${file}.rejected`);

    const exported = await admin(['data', 'export', ...at, '--account', '100']);
    expect(exported.status).toBe(0);
    const lines = exported.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines[0]).toEqual({ type: 'partner', partnerId: 'ours', name: 'Ours' });
    expect(await admin(['data', 'export', ...at])).toMatchObject({
      status: 2,
      stderr: 'Pass either --account or --all.\n',
    });

    expect(await admin(['restore-drill', ...at])).toMatchObject({ status: 0 });
  });

  test('says what is missing', async () => {
    const target = await emptyTarget();
    const at = ['--endpoint', inject('endpoint'), '--table', 'there-is-none'];
    const file = await fileOf(world);
    expect((await admin(['data', 'import', file, ...at])).stderr).toContain('The table there-is-none does not exist');
    expect(
      (await admin(['data', 'import', `${file}.not`, '--endpoint', inject('endpoint'), '--table', target.table.name]))
        .stderr,
    ).toContain('does not exist');
  });
});
