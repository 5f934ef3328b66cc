/**
 * What a search of an account takes, by its size, next to a bare Query of the same index: `node test/bench/lists.ts`, with
 * sizes as arguments (10, 1,000 and 100,000 locations where there are none). Prints the table for docs/speed.md. Loading
 * 100,000 locations takes minutes.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleFunctions } from '../../cdk/build/bundle.ts';
import { itemOf } from '../../lib/dynamodb/table/entity.ts';
import { nextMark } from '../../lib/dynamodb/writes/marks.ts';
import { fieldCountsKey, fieldItem, fieldValueItem } from '../../lib/fields/repository/field.ts';
import { childrenPartition } from '../../lib/partners/repository/account.ts';
import { startCounter, startTable } from './engine.ts';
import { inProcess } from './lists-process.ts';
import { measured } from './statistics.ts';
import { accountItems, items, SECRET } from './world/items.ts';
import { listedLocations } from './world/locations.ts';

const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [10, 1000, 100_000];
const ROUNDS = Number(process.env.ROUNDS ?? 3);
/** Two custom fields that can be searched by: every location has a value of both, one in a hundred a rare one. */
function* fieldsOf(accountNumber: number, size: number) {
  const owner = { partnerId: 'ours', accountNumber };
  const names = ['Region', 'Floor'];
  const created = '2025-01-01T00:00:00.000Z';
  yield itemOf('fieldCounts', { ...owner, epoch: 1, uses: 0 }, fieldCountsKey(owner));
  for (const [index, fieldName] of names.entries())
    yield fieldItem(owner, { id: index + 1, fieldName, type: 'TEXT', filterable: true, created });
  for (const { businessNumber } of listedLocations(accountNumber, size)) {
    const value = Number(businessNumber) % 100 === 0 ? 'Remote' : 'Central Coast';
    for (const [index] of names.entries())
      yield fieldValueItem({ ...owner, fieldId: index + 1, businessNumber: Number(businessNumber), value }, nextMark());
  }
}

const table = await startTable();
const counter = await startCounter(table.endpoint);
const directory = await mkdtemp(join(tmpdir(), 'bench-lists-'));
try {
  await bundleFunctions(directory, ['functions/business/search-businesses.ts']);
  await table.write(items);
  console.log('| search of an account of locations | page | ms | of a bare Query | CPU ms | units | calls | peak MB |');
  console.log('|---|---|---:|---:|---:|---:|---:|---:|');
  for (const [index, size] of sizes.entries()) {
    const accountNumber = 500 + index;
    await table.write(accountItems(accountNumber, 0));
    await table.write(listedLocations(accountNumber, size));
    await table.write(fieldsOf(accountNumber, size));
    const bare = await inProcess(table.endpoint, {
      rounds: ROUNDS,
      partition: childrenPartition('ours', accountNumber),
    });
    const bareTime = measured(bare.times).median;
    const last = Math.max(0, size - 25);
    for (const [page, body] of [
      ['first', {}],
      ['last', { startIndex: last }],
      ['first, by a part of the name, in its order', { sortBy: 'name', searchStr: 'saint' }],
      ['first, by a value that nearly all have', { customFields: { Region: 'Central Coast' } }],
      ['first, by two that one in a hundred has', { customFields: { Region: 'Remote', Floor: 'Remote' } }],
    ] as const) {
      const job = { file: join(directory, 'search-businesses', 'index.mjs'), accountNumber, body, key: SECRET };
      counter.take();
      await inProcess(counter.endpoint, { ...job, rounds: 1 });
      const { units, calls } = counter.take();
      const { times, busy, rss } = await inProcess(table.endpoint, { ...job, rounds: ROUNDS });
      const time = measured(times).median;
      const figures = [
        time.toFixed(0),
        (time / bareTime).toFixed(2),
        measured(busy).median.toFixed(0),
        units,
        calls.length,
        rss.toFixed(0),
      ];
      console.log(`| ${[size.toLocaleString('en-US'), page, ...figures].join(' | ')} |`);
    }
    console.log(
      `| ${size.toLocaleString('en-US')} | bare Query | ${bareTime.toFixed(0)} | 1 | ${measured(bare.busy).median.toFixed(0)} | | | ${bare.rss.toFixed(0)} |`,
    );
  }
} finally {
  counter.stop();
  await table.stop();
  await rm(directory, { recursive: true });
}
