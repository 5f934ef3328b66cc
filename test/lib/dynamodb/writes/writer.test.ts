/** Who writes: how it is spelled, and that no write of a table that was opened for someone goes without. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Item } from '../../../../lib/dynamodb/table/attributes.ts';
import { WRITER, type Writer, writerFrom, writerText, writtenActions } from '../../../../lib/dynamodb/writes/writer.ts';
import type { OpenTable } from '../../../../tools/open-table.ts';
import { itemsOf } from '../../../support/data-files.ts';
import { createTestTable } from '../../../support/store.ts';

const writers: readonly Writer[] = [
  { kind: 'key', keyId: 'a1b2', operation: 'updateBusiness', requestId: 'r#1%23' },
  { kind: 'function', name: 'process-stream', follows: '' },
  { kind: 'operator', identity: 'arn:aws:sts::1:assumed-role/Admin/a#b%', command: 'keys rotate', run: '1' },
];

it.each(writers)('a writer is read as it was spelled: %j', (writer) => {
  expect(writerFrom(writerText(writer))).toEqual(writer);
});

it('is short, and nothing else is one', () => {
  const long = { kind: 'key', keyId: 'k', operation: 'o', requestId: 'x'.repeat(5000) } as const;
  expect(writerText(long).length).toBeLessThan(250);
  for (const other of [undefined, '', 'else#1', 7]) expect(writerFrom(other)).toBeUndefined();
});

describe('A table that was opened for someone', () => {
  let plain: OpenTable;
  let lines = 0;
  beforeAll(async () => {
    plain = await createTestTable();
  });
  const named = () => plain.within({ writer: `key#k#write#${++lines}` });
  const key = (sk: string) => ({ pk: 'P#acme#TEST', sk });
  const found = async (sk: string): Promise<Item | undefined> => plain.get(key(sk));

  it.each([
    ['SET a = :one', { ':one': 1 }],
    ['SET a = :one REMOVE b', { ':one': 1 }],
    ['REMOVE b SET a = :one', { ':one': 1 }],
    ['REMOVE b', undefined],
    ['ADD a :one', { ':one': 1 }],
  ])('names them in an update: %s', async (UpdateExpression, values) => {
    const sk = `update ${UpdateExpression}`;
    await plain.put({ Item: { ...key(sk), b: 1 } });
    const input = { Key: key(sk), UpdateExpression, ...(values && { ExpressionAttributeValues: values }) };
    await named().update(input);
    expect((await found(sk))?.[WRITER]).toBe(`key#k#write#${lines}`);
    await named().transact([{ Update: input }]);
    expect((await found(sk))?.[WRITER]).toBe(`key#k#write#${lines}`);
  });

  it('names them in what is put, alone and in a transaction; one of no one leaves items as they are', async () => {
    await named().put({ Item: key('put') });
    expect((await found('put'))?.[WRITER]).toBe(`key#k#write#${lines}`);
    await named().transact([{ Put: { Item: key('put too') } }]);
    expect((await found('put too'))?.[WRITER]).toBe(`key#k#write#${lines}`);
    await plain.put({ Item: key('plain') });
    expect(await found('plain')).toEqual(key('plain'));
  });

  it('leaves who deleted next to a deletion that is traced, and none next to another', async () => {
    const Delete = { Key: key('put') };
    await named().transact([{ Delete: { ...Delete, traced: 'mark' } }, { Delete: { Key: key('put too') } }]);
    const left = (await itemsOf(plain)).filter(({ type }) => type === 'auditTrace');
    expect(left).toEqual([
      expect.objectContaining({
        pk: expect.stringMatching(/^P#acme#AUDIT#GONE#[0-9a-f]{64}$/),
        partnerId: 'acme',
        [WRITER]: `key#k#write#${lines}`,
        expiresAtSeconds: expect.any(Number),
      }),
    ]);
    expect([await found('put'), await found('put too')]).toEqual([undefined, undefined]);
  });

  it('keeps a transaction within what the store takes', () => {
    const many = Array.from({ length: 60 }, (_, n) => ({ Delete: { Key: key(`${n}`), traced: n } }));
    expect(writtenActions(many, 'key#k#write#1')).toHaveLength(100);
    expect(writtenActions(many, undefined)).toHaveLength(60);
  });
});
