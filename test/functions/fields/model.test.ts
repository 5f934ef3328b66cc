/** Both sides of custom fields against a plain model: fields by name, and rows by location. */
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { runs } from '../../support/chosen.ts';
import {
  codeOf,
  creating,
  deleting,
  fieldsAt,
  newAccount,
  openWorld,
  putRows,
  rowsAt,
  setting,
  sweep,
  updating,
  valuesAt,
} from './support.ts';

beforeAll(openWorld);

const LOCATIONS = 2;
const NAMES = ['Ann', 'BOB', 'bob'];
const VALUES = ['x', 'y', 'x,y', '7', '3.5', '01/31/2026', undefined];
const TYPES = ['TEXT', 'NUMBER', 'DATE', 'DROPDOWN_SINGLE', 'DROPDOWN_MULTI'] as const;
type Type = (typeof TYPES)[number];

interface ModelField {
  readonly type: Type;
  options: string[];
}
type Model = { readonly fields: Map<string, ModelField>; readonly rows: Map<string, string | undefined>[] };

const OPTIONS = ['x', 'y'];
const key = (name: string) => name.toLowerCase();
const listed = (type: Type, value: string) => (type === 'DROPDOWN_MULTI' ? value.split(',') : [value]);

const fits = ({ type, options }: ModelField, value: string): boolean => {
  if (type === 'TEXT') return true;
  if (type === 'NUMBER') return ['7', '3.5'].includes(value);
  if (type === 'DATE') return value.includes('/');
  return listed(type, value).every((each) => options.includes(each));
};

const name = fc.constantFrom(...NAMES);
const location = fc.nat(LOCATIONS - 1);
// Most values fit most fields: what is refused changes nothing.
const type = fc.oneof({ weight: 3, arbitrary: fc.constant('TEXT' as const) }, fc.constantFrom(...TYPES));
const row = fc.record({ name, type, value: fc.constantFrom(...VALUES) });
const act = fc.oneof(
  fc.record({ act: fc.constant('create' as const), name, type }),
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('put' as const),
      location,
      rows: fc.uniqueArray(row, { maxLength: 3, selector: (each) => key(each.name) }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('set' as const),
      location,
      name,
      value: fc.constantFrom('x', 'x,y', '7', '01/31/2026'),
    }),
  },
  fc.record({ act: fc.constant('options' as const), name, options: fc.subarray(['x', 'y', 'z'], { minLength: 1 }) }),
  fc.record({ act: fc.constant('delete' as const), name }),
);
type Act = typeof act extends fc.Arbitrary<infer Each> ? Each : never;

const madeOf = (type: Type, value: string | undefined): ModelField => ({
  type,
  options: type.startsWith('DROPDOWN') && value !== undefined ? listed(type, value) : [],
});

/** What the model answers, and becomes. */
const step = (model: Model, each: Act): number => {
  const { fields, rows } = model;
  if (each.act === 'create') {
    if (fields.has(key(each.name))) return 5022;
    fields.set(key(each.name), { type: each.type, options: each.type.startsWith('DROPDOWN') ? [...OPTIONS] : [] });
    return 200;
  }
  if (each.act === 'put') {
    const old = rows[each.location]!;
    const made = new Map<string, ModelField>();
    for (const { name: label, type, value } of each.rows) {
      const field = fields.get(key(label)) ?? madeOf(type, value);
      if (!fields.has(key(label))) {
        // It takes its options from its value.
        if (type.startsWith('DROPDOWN') && value === undefined) return 400;
        made.set(key(label), field);
      }
      const isOld = old.has(key(label)) && old.get(key(label)) === value;
      if (value !== undefined && !isOld && !fits(field, value)) return 400;
    }
    for (const [label, field] of made) fields.set(label, field);
    rows[each.location] = new Map(each.rows.map(({ name: label, value }) => [key(label), value]));
    return 200;
  }
  const field = fields.get(key(each.name));
  if (!field) return 5025;
  if (each.act === 'set') {
    if (!fits(field, each.value)) return 5028;
    rows[each.location]!.set(key(each.name), each.value);
    return 200;
  }
  if (each.act === 'options') {
    if (!field.type.startsWith('DROPDOWN')) return 200;
    const leaving = field.options.filter((option) => !each.options.includes(option));
    const isUsed = rows.some((all) => {
      const value = all.get(key(each.name));
      return value !== undefined && listed(field.type, value).some((option) => leaving.includes(option));
    });
    if (isUsed) return 5026;
    field.options = each.options;
    return 200;
  }
  fields.delete(key(each.name));
  for (const all of rows) all.delete(key(each.name));
  return 200;
};

const send = async (account: number, each: Act): Promise<number> => {
  const known = await fieldsAt(account);
  const id = 'name' in each ? (known.find((field) => key(field.fieldName) === key(each.name))?.id ?? 9) : 9;
  const number = 'location' in each ? account + 1 + each.location : 0;
  const answer =
    each.act === 'create'
      ? await creating(account, { fieldName: each.name, type: each.type, dropDownOptions: OPTIONS })
      : each.act === 'put'
        ? await putRows(
            number,
            each.rows.map(({ name: fieldName, type, value }) => ({ fieldName, id: 0, type, fieldValue: value })),
          )
        : each.act === 'set'
          ? await setting(account, { businessNumber: number, fieldId: id, fieldValue: each.value })
          : each.act === 'options'
            ? await updating(account, id, { dropDownOptions: each.options })
            : await deleting(account, id);
  if (each.act === 'delete' && answer.status === 200) await sweep(account, id);
  const [status, code] = codeOf(answer);
  return code === null ? status : code;
};

it('hold the same, whichever side writes', async () => {
  const seen = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 10, maxLength: 25 }), async (acts) => {
      const account = await newAccount(LOCATIONS);
      const model: Model = { fields: new Map(), rows: Array.from({ length: LOCATIONS }, () => new Map()) };
      for (const each of acts) {
        const expected = step(model, each);
        expect(await send(account, each)).toBe(expected);
        const outcome = `${each.act} ${expected}`;
        seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
        const known = await fieldsAt(account);
        expect(new Map(known.map((field) => [key(field.fieldName), field.dropDownOptions ?? []]))).toEqual(
          new Map([...model.fields].map(([label, { options }]) => [label, options])),
        );
        for (const [index, rows] of model.rows.entries()) {
          const stored = await rowsAt(account + 1 + index);
          expect(new Map(stored.map((each) => [key(each.fieldName), each.fieldValue]))).toEqual(rows);
        }
        for (const field of known) {
          const held = model.rows.flatMap((rows, index) =>
            rows.has(key(field.fieldName)) ? [[account + 1 + index, rows.get(key(field.fieldName))] as const] : [],
          );
          expect(await valuesAt(account, field.id)).toEqual(new Map(held));
        }
      }
    }),
    { numRuns: runs(12, 30), seed: 17 },
  );
  const usual = ['put 200', 'put 400', 'set 200', 'set 5028', 'create 200', 'create 5022', 'delete 200', 'options 200'];
  expect(usual.filter((outcome) => (seen.get(outcome) ?? 0) < 5)).toEqual([]);
});
