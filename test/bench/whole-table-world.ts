/**
 * Two tables with many items for measurements: one as a backup would have it, and the same after a mistake. The items of
 * one account are made by an import, and copied under other numbers straight into the engine.
 */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DescribeTableCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { openLocalTarget } from '../../tools/admin/local-target.ts';
import { importData } from '../../tools/data/commands/data-import.ts';
import { createAlike } from '../../tools/data/commands/second-table.ts';
import { rebuildCounts } from '../../tools/data/rebuild-counts.ts';
import { readAssembly } from '../../tools/local/assembly.ts';
import { ensureTable } from '../../tools/local/table.ts';
import { type OpenTable, openTable } from '../../tools/open-table.ts';
import { scratchFolder } from '../../tools/scratch-folder.ts';

/** Stands in every number of the copied account: copies have other digits there. */
const NUMBERS = '7000001';
const ACCOUNT = Number(`${NUMBERS}00`);
export const numberOf = (copy: number, last: number): number =>
  Number(`7${String(copy).padStart(5, '0')}1`) * 100 + last;

/** Stands in every item of the copied account, too: its copies are spread over partners. */
const PARTNER = 'zz-partner-zz';
const PARTNERS = 50;
export const partnerOfCopy = (copy: number): string => `partner-${copy % PARTNERS}`;

const LOCATIONS = 20;
const CONTACTS = 30;
const REVIEWS = 60;

const records = (): object[] => [
  { type: 'partner', partnerId: PARTNER, name: 'Bench' },
  { type: 'account', accountNumber: ACCOUNT, partnerId: PARTNER, name: `Account ${ACCOUNT}` },
  ...Array.from({ length: LOCATIONS }, (_, at) => ({
    type: 'business',
    businessNumber: ACCOUNT + 1 + at,
    accountNumber: ACCOUNT,
    business: {
      name: `Location ${ACCOUNT + 1 + at}`,
      location: { address1: '1 Main Street', city: 'Portland', state: 'OR', countryCode: 'US', zip: '97201' },
      emailId: `shop${ACCOUNT + 1 + at}@bench.example`,
      phone: '(503) 555-0101',
      services: 'lunch,dinner,takeout',
      keywords: 'bench,load,measure',
    },
  })),
  ...Array.from({ length: CONTACTS }, (_, at) => ({
    type: 'contact',
    accountNumber: ACCOUNT,
    contact: {
      id: ACCOUNT + 40 + at,
      firstName: 'Bench',
      lastName: `C${at}`,
      email: `c${ACCOUNT + 40 + at}@bench.example`,
    },
  })),
  ...Array.from({ length: REVIEWS }, (_, at) => ({
    ...{ type: 'review', businessNumber: ACCOUNT + 1 + (at % LOCATIONS), reviewId: `r-${ACCOUNT}-${at}` },
    ...{ sourceAlias: 'alpha', rating: 1 + (at % 5), comments: 'A review that was made to measure. '.repeat(4) },
    reviewDate: `2024-0${1 + (at % 9)}-02T00:00:00Z`,
  })),
];

type Attributes = Readonly<Record<string, object>>;

export interface World {
  readonly table: string;
  readonly restored: string;
  readonly items: number;
  readonly spoiled: number;
}

/** Sends items as they are in DynamoDB's JSON, without a client, which would take most of the time. */
const sender = (endpoint: string) => async (operation: string, body: string) => {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': `DynamoDB_20120810.${operation}`,
      authorization:
        'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
      'x-amz-date': '20260101T000000Z',
    },
    body,
  });
  if (!response.ok) throw new Error(`${operation}: ${response.status} ${await response.text()}`);
  await response.arrayBuffer();
};

const VERSIONED = new Set(['business', 'contact', 'review']);

/** What a mistake makes of an item: another attribute, or nothing. */
const spoiledText = (item: Attributes, text: string, at: number): string | undefined => {
  if (!VERSIONED.has((item.type as { S: string }).S)) return text;
  if (at % 15 === 0) return undefined;
  return text.replace('"type":{"S":', `"spoiled":{"S":"${at}"},"type":{"S":`);
};

export const makeWorld = async (
  endpoint: string,
  assembly: string,
  { items: wanted, spoil, say }: { items: number; spoil: number; say: (line: string) => void },
): Promise<World> => {
  const target = await openLocalTarget(endpoint, 'bench-template');
  const { table: template } = target;
  await ensureTable(template, await readAssembly(assembly));
  // Without streams: in memory, the engine's writes slow down with the records of a stream.
  const [table, restored] = ['bench-spoiled', 'bench-restored'].map((tableName) =>
    openTable({ tableName, endpoint }),
  ) as [OpenTable, OpenTable];
  for (const each of [table, restored]) await createAlike(template, each);
  const scratch = await scratchFolder('bench-world-');
  try {
    const file = join(scratch.path, 'records.jsonl');
    await writeFile(
      file,
      records()
        .map((record) => `${JSON.stringify(record)}\n`)
        .join(''),
    );
    await importData({ ...target, place: endpoint }, { out: say, log: say, now: Date.now }, file);
    await rebuildCounts(template, { wait: async () => {} });
  } finally {
    await scratch.remove();
  }
  const { Items = [] } = await template.client.send(new ScanCommand({ TableName: template.name }));
  const ofAccount = Items.filter((item) => item.type?.S !== 'partner') as Attributes[];
  const send = sender(endpoint);
  const copies = Math.ceil(wanted / ofAccount.length);
  let [written, spoiled, copied] = [0, 0, 0];
  const puts = (name: string, texts: readonly string[]) =>
    send(
      'BatchWriteItem',
      `{"RequestItems":{"${name}":[${texts.map((text) => `{"PutRequest":{"Item":${text}}}`).join()}]}}`,
    );
  const copyOnce = async (copy: number) => {
    const number = String(numberOf(copy, 0)).slice(0, NUMBERS.length);
    for (let at = 0; at < ofAccount.length; at += 25) {
      const some = ofAccount.slice(at, at + 25);
      const texts = some.map((item) =>
        JSON.stringify(item).replaceAll(NUMBERS, number).replaceAll(PARTNER, partnerOfCopy(copy)),
      );
      const others = texts.flatMap((text, index) => {
        const other = spoiled < spoil ? spoiledText(some[index]!, text, at + index + copy) : text;
        if (other !== text) spoiled++;
        return other ?? [];
      });
      await puts(restored.name, texts);
      await puts(table.name, others);
      written += texts.length;
    }
  };
  const worker = async () => {
    while (copied < copies) {
      const copy = ++copied;
      await copyOnce(copy);
      if (copy % 500 === 0) say(`${written} items`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  const partner = JSON.stringify(Items.find((item) => item.type?.S === 'partner'));
  const partners = Array.from({ length: PARTNERS }, (_, at) => partner.replaceAll(PARTNER, partnerOfCopy(at)));
  for (const each of [table.name, restored.name])
    for (const some of [partners.slice(0, 25), partners.slice(25)]) await puts(each, some);
  const { Table } = await table.client.send(new DescribeTableCommand({ TableName: restored.name }));
  for (const each of [table, restored, template]) each.client.destroy();
  return { table: table.name, restored: restored.name, items: Table?.ItemCount ?? written, spoiled };
};
