/** Bodies that clients might send, right or wrong: for tests by property. */
import fc from 'fast-check';
import { profile } from '../../lib/business/contracts/update-business.ts';
import { fieldPaths } from '../../lib/contract/fields.ts';
import { anyText } from './texts.ts';

/** Names that reach every field, some of the forms in which clients send them, and some of the values they send. */
const NAMES = [...new Set(fieldPaths(profile).flatMap((path) => path.split('.')))];
const name = fc.oneof(
  fc.constantFrom(...NAMES, 'day', 'workingHours', 'startHour', 'description', 'additionalCategory1'),
  fc.string(),
);
const usual = fc.constantFrom(
  null,
  '',
  'null',
  0,
  1,
  -1,
  1e308,
  '1',
  'Yes',
  'Open',
  'Opening Soon',
  '12/31/2099',
  'NZ',
  'Bar',
  'https://a.b',
  '9:00',
  'UTC',
  '(650) 555-0100',
  '+64 9 123 4567',
  'Hotel',
  'a, b',
);
const leaf = fc.oneof(usual, anyText(), fc.double(), fc.boolean());
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.array(tie('json'), { maxLength: 3 }),
    fc.dictionary(name, tie('json'), { maxKeys: 4, noNullPrototype: true }),
  ),
}));
const arbitrary = fc.dictionary(name, json, { maxKeys: 6, noNullPrototype: true });

interface Node {
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly enum?: readonly unknown[];
}
/** Fields where the schema has them, with values that it may or may not want. */
const like = ({ properties, items, enum: values }: Node): fc.Arbitrary<unknown> => {
  if (items) return fc.oneof(json, fc.array(like(items), { maxLength: 4 }));
  if (values) return fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: json });
  if (!properties) return fc.oneof({ weight: 3, arbitrary: usual }, { weight: 1, arbitrary: json });
  const fields = Object.fromEntries(Object.entries(properties).map(([field, node]) => [field, like(node)]));
  return fc.oneof({ weight: 1, arbitrary: json }, { weight: 9, arbitrary: few(fields) });
};
/** Few of the fields at a time: one that is wrong hides what stands behind it. */
const few = (fields: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<Record<string, unknown>> =>
  fc
    .subarray(Object.keys(fields), { maxLength: Math.min(5, Object.keys(fields).length) })
    .chain((names) =>
      fc.record(Object.fromEntries(names.map((field) => [field, fields[field]!])), { noNullPrototype: true }),
    );
/** Any JSON object, and often one that comes near to what the schema of update business asks for. */
export const anyBody = fc.oneof(
  arbitrary,
  few(Object.fromEntries(Object.entries(profile.properties).map(([field, node]) => [field, like(node as Node)]))),
);
