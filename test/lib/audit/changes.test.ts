/** What an entry shows of a change: which fields, how much of a value, how much in all. */
import { describe, expect, it } from 'vitest';
import { changedFields, LONGEST_VALUE, MOST_BYTES } from '../../../lib/audit/changes.ts';
import { type Entry, entryItem } from '../../../lib/audit/repository/entry.ts';
import { isPersonal } from '../../../lib/dynamodb/table/entity.ts';
import { writerText } from '../../../lib/dynamodb/writes/writer.ts';
import { entities } from '../../../lib/entities.ts';

const values = { shows: 'values' } as const;
const item = (fields: object) => ({ pk: 'P#a', sk: 'S', type: 'business', v: 1, partnerId: 'a', ...fields });

describe('The fields of a change', () => {
  it('are those that differ, with their values as JSON text', () => {
    const before = item({ name: 'A', gone: true, list: [1, 2], same: 1 });
    const after = item({ name: 'B', list: [1, 3], same: 1, come: { a: 1 } });
    expect(changedFields(before, after, values)).toEqual({
      fields: [
        ['come.a', null, '1'],
        ['gone', 'true', null],
        ['list', '[1,2]', '[1,3]'],
        ['name', '"A"', '"B"'],
      ],
      more: 0,
    });
  });

  it('are none where only marks, version, writer, keys or a closing differ', () => {
    const before = item({ p0: '1', version: 1, bytes: 2, gsi1sk: 'a', writtenBy: 'x' });
    const after = item({ p0: '2', p1: '1', version: 2, bytes: 3, gsi1sk: 'b', closing: 1, quiet: '2', writtenBy: 'y' });
    expect(changedFields(before, after, values)).toBeUndefined();
  });

  it('are those below an object, also where it is kept as JSON text', () => {
    const before = item({ own: JSON.stringify({ name: 'A', 'address.city': 'X' }), contact: { id: 1, email: 'a' } });
    const after = item({ own: JSON.stringify({ name: 'B', 'address.city': 'X' }), contact: { id: 1, email: 'b' } });
    expect(changedFields(before, after, values)?.fields).toEqual([
      ['contact.email', '"a"', '"b"'],
      ['own.name', '"A"', '"B"'],
    ]);
  });

  it('show a long value around its first difference, and no half of a character', () => {
    const long = 'x'.repeat(500);
    const [field] = changedFields(
      item({ text: `${long}old${long}` }),
      item({ text: `${long}new${long}` }),
      values,
    )!.fields;
    const [, before, after] = field as [string, string, string];
    expect(before).toContain('xold');
    expect(after).toContain('xnew');
    expect(before).toMatch(/^….*…$/);
    expect(before).toHaveLength(LONGEST_VALUE + 2);
    const dogs = '🐕'.repeat(200);
    const { fields } = changedFields(item({ text: `${dogs}a` }), item({ text: `x${dogs}` }), values)!;
    expect(JSON.stringify(fields)).not.toMatch(/\\ud[89a-f]/);
  });

  it('differ where they do, and not in the order of what an object holds', () => {
    const before = item({
      hours: [
        { day: 0, open: 1 },
        { day: 1, open: 1 },
      ],
    });
    const after = item({
      hours: [
        { open: 1, day: 0 },
        { open: 0, day: 1 },
      ],
    });
    expect(changedFields(before, after, values)?.fields).toEqual([
      ['hours', '[{"day":0,"open":1},{"day":1,"open":1}]', '[{"day":0,"open":1},{"day":1,"open":0}]'],
    ]);
  });

  it('have the shorter values where there is no room for all', () => {
    const fields = (text: string) => ({ a: text.repeat(80), b: text, c: text.repeat(80), d: text, e: text.repeat(80) });
    const shown = changedFields(item(fields('x')), item(fields('y')), values)!;
    expect(shown.more).toBe(0);
    expect(shown.fields.map((field) => field.length)).toEqual([3, 3, 3, 3, 1]);
  });

  it('are names alone of what is not shown, and of what lies below it', () => {
    const before = item({ own: { healthcare: 'Ana', 'healthcare.firstName': 'Ana', name: 'A' } });
    const after = item({ own: { healthcare: 'Bea', 'healthcare.firstName': 'Bea', name: 'B' } });
    expect(changedFields(before, after, { ...values, unshown: ['own.healthcare'] })?.fields).toEqual([
      ['own.healthcare'],
      ['own.healthcare.firstName'],
      ['own.name', '"A"', '"B"'],
    ]);
    expect(changedFields(before, after, { shows: 'names' })?.fields).toEqual([
      ['own.healthcare'],
      ['own.healthcare.firstName'],
      ['own.name'],
    ]);
  });

  it('are none of what is new, all of what is gone, and none of a person who is gone', () => {
    const one = item({ name: 'A' });
    expect(changedFields(undefined, one, values)).toEqual({ fields: [], more: 0 });
    expect(changedFields(one, undefined, values)).toEqual({ fields: [['name', '"A"', null]], more: 0 });
    expect(changedFields(one, undefined, { shows: 'names' })).toEqual({ fields: [], more: 0 });
  });

  it('take so many bytes at the most, and the rest is counted; an entry by a key is one write unit', () => {
    const many = (text: string) =>
      item(Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`location.field${n}`, text.repeat(100)])));
    const { fields, more } = changedFields(many('ö'), many('ü'), values)!;
    expect(Buffer.byteLength(JSON.stringify(fields))).toBeLessThanOrEqual(MOST_BYTES);
    expect([fields.length > 1, fields.length + more]).toEqual([true, 300]);
    const writer = writerText({
      kind: 'key',
      keyId: '0123456789ab',
      operation: 'setBusinessStatus',
      requestId: '01234567-89ab-cdef-0123-456789abcdef',
    });
    const entry: Entry = {
      ...{
        partnerId: 'a-partner-of-twenty',
        place: { kind: 'business', number: 1_234_567_890 },
        at: 1_700_000_000_000,
      },
      ...{ eventId: 'e', what: 'surveyResponse', id: '0123456789abcdef', change: 'changed', writer, fields, more },
    };
    const bytes = Object.entries(entryItem(entry, 365)).map(
      ([name, value]) => name.length + Buffer.byteLength(String(value)),
    );
    expect(bytes.reduce((sum, each) => sum + each)).toBeLessThan(1024);
  });
});

describe('Entities', () => {
  it('that identify people show no value, but where they say which they leave out', () => {
    for (const { type, audit } of entities.filter(isPersonal)) {
      if (audit === 'names' || (typeof audit === 'object' && ('not' in audit || audit.shows === 'names'))) continue;
      expect([type, typeof audit === 'object' && 'unshown' in audit]).toEqual([type, true]);
    }
    expect(entities.filter(isPersonal).length).toBeGreaterThan(5);
  });

  it('that are not audited say why', () => {
    for (const { audit } of entities)
      if (typeof audit === 'object' && 'not' in audit) expect(audit.not).toMatch(/\w{3}/);
  });
});
