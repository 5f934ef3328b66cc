/**
 * What a client that asks for all violations gets: every wrong parameter and field, none twice, the first being that of
 * the plain response; and of one wrong value nothing but that.
 */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { titles } from '../../cdk/build/titles.ts';
import { compile } from '../../cdk/build/validators.ts';
import type { Operation, SampleRequest, Scalar } from '../../lib/contract/cases.ts';
import { type JsonObject, normalize } from '../../lib/contract/coercion.ts';
import { type NamedParameter, parametersOf } from '../../lib/contract/derived.ts';
import { readParameter } from '../../lib/contract/parameters.ts';
import { operations } from '../../lib/operations.ts';
import { triedOperations } from '../support/chosen.ts';
import { type Node, type Place, placesOf, withValue } from './body-places.ts';
import { type DemoTable, openDemoTable } from './demo-table.ts';
import { ask } from './sample-call.ts';

let table: DemoTable;
beforeAll(async () => {
  table = await openDemoTable();
});
afterEach(() => table.restore());

const PROBLEM = { Accept: 'application/problem+json' };

interface Named {
  readonly pointer?: string;
  readonly parameter?: string;
}

/** The name of a parameter, or the pointer of a field. */
const nameOf = ({ pointer, parameter }: Named): string => parameter ?? pointer ?? '';

const TEXTS = ['x', ' ', 'two words', 'x'.repeat(5000)] as const;

/** A text that this parameter does not take; none if it takes any. */
const wrongText = (parameter: NamedParameter): string | undefined => {
  const { addresses, schema } = parameter;
  if (addresses) return (schema as { type?: string }).type !== 'integer' ? undefined : 'x';
  const isValid = compile({ type: 'object', properties: { value: schema } });
  return TEXTS.find((text) => {
    const value = readParameter(parameter, text);
    return value !== undefined && !isValid({ value });
  });
};

const HOSTILE = { toString: 1, valueOf: 2 };
const VALUES: readonly unknown[] = [HOSTILE, 5, 'x', true, [[]]];

const isObject = (schema: unknown): schema is { readonly properties: object } =>
  typeof schema === 'object' && schema !== null && 'properties' in schema;

/** The first row of a list is row 0. */
const pointerOf = (place: Place): string => `/${place.map((name) => (name === '[]' ? '0' : name)).join('/')}`;

/** The values that the schema refuses at this place of a body, as they are and not for what they lack. */
const wrongValues = (schema: unknown, place: Place): readonly unknown[] => {
  const validate = compile({ ...(schema as object), required: [], anyOf: undefined });
  return VALUES.filter((value) => {
    const { body } = normalize(schema, withValue({}, place, value) as JsonObject);
    if (validate(body)) return false;
    const { instancePath, keyword } = validate.errors![0]!;
    return instancePath === pointerOf(place) && keyword !== 'required';
  });
};

/** Fields that the example's record does not have, and that are ignored therefore: those of an account. */
const IGNORED: Readonly<Record<string, readonly string[]>> = { patchBusiness: ['aggrOptions', 'hierarchyLevels'] };

/** A request in which everything is wrong that can be, and the names of what is. */
const allWrong = (operation: Operation): { readonly sent: SampleRequest; readonly names: readonly string[] } => {
  const { request, cases } = operation;
  const parameters: Record<string, Scalar> = {};
  for (const parameter of parametersOf(operation)) {
    const text = wrongText(parameter);
    if (text !== undefined) parameters[parameter.name] = text;
  }
  const names = Object.keys(parameters);
  let body = cases.examples[0].body;
  for (const name of isObject(request) ? Object.keys(request.properties) : []) {
    const [value] = wrongValues(request, [name]);
    if (value === undefined || IGNORED[operation.id]?.includes(name)) continue;
    body = withValue(body, [name], value);
    names.push(`/${name}`);
  }
  return { sent: { parameters, body }, names };
};

const twiceIn = (names: readonly string[]): readonly string[] =>
  names.filter((name, index) => names.indexOf(name) !== index);

describe.each(operations)('$id', (operation) => {
  it('names everything that is wrong, nothing twice, and first what the plain response names', async () => {
    const { sent, names } = allWrong(operation);
    if (names.length === 0) return;
    const plain = await ask(operation, sent);
    const { status, body } = await ask(operation, { ...sent, headers: PROBLEM });
    expect({ status, code: body.code, message: body.message }).toEqual({ status: plain.status, ...plain.body });
    expect(body.errors[0]).toMatchObject(plain.body);
    expect(body.title).toBe(titles[body.code]);
    const named: readonly string[] = body.errors.map(nameOf);
    expect(names.filter((name) => !named.includes(name))).toEqual([]);
    expect(twiceIn(named)).toEqual([]);
  });
});

const withBody = operations.filter(({ request }) => request);

it.each(withBody.filter(({ repairsText }) => !repairsText))(
  '$id names a text that is not Unicode first, and everything else that is wrong',
  async (operation) => {
    const { sent, names } = allWrong(operation);
    const body = { unknown: 'a\0', ...(sent.body as object), also: ['\uD800'] };
    const plain = await ask(operation, { ...sent, body });
    const { body: problem } = await ask(operation, { ...sent, body, headers: PROBLEM });
    expect(plain.body.message).toMatch(/^unknown must be Unicode text/);
    expect(problem.errors[0]).toEqual({ pointer: '/unknown', ...plain.body });
    const named: readonly string[] = problem.errors.map(nameOf);
    expect([...names, '/also/0'].filter((name) => !named.includes(name))).toEqual([]);
    expect(twiceIn(named)).toEqual([]);
  },
);

type Path = readonly string[];

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The fields that a body has, at any depth: of a list those of its first row. */
const fieldsIn = (value: unknown, path: Path = []): readonly Path[] => {
  if (Array.isArray(value)) return fieldsIn(value[0], [...path, '0']);
  if (!isContainer(value)) return [];
  return Object.entries(value).flatMap(([name, each]) => [[...path, name], ...fieldsIn(each, [...path, name])]);
};

/** Where else the body is wrong: the level of an object on the way to the field, and its fields before or after the way. */
interface Spoiled {
  readonly level: number;
  readonly isBefore: boolean;
}

const spoiledAround = (path: Path): readonly Spoiled[] =>
  path.flatMap((_, level) => [true, false].map((isBefore) => ({ level, isBefore })));

/** The body without a field, and with other fields of wrong types. */
const withoutField = (value: unknown, [name, ...rest]: Path, { level, isBefore }: Spoiled): unknown => {
  const inside = { level: level - 1, isBefore };
  if (Array.isArray(value)) return value.with(Number(name), withoutField(value[Number(name)], rest, inside));
  const entries = Object.entries(value as object);
  const at = entries.findIndex(([each]) => each === name);
  return Object.fromEntries(
    entries.flatMap(([each, own], index): readonly (readonly [string, unknown])[] => {
      if (index === at) return rest.length > 0 ? [[each, withoutField(own, rest, inside)]] : [];
      const isRight = level !== 0 || index < at !== isBefore;
      return [[each, isRight ? own : isContainer(own) ? 5 : HOSTILE]];
    }),
  );
};

const period = { startHour: '10:00', endHour: '13:00' };
const specialHours = [{ specialDate: '12/24/2026', ...period, isOpen: 1 }];
const moreHours = { Brunch: [{ day: 6, isOpen: 1, workingHours: [period], comment: 'x' }] };

/** Rows that the examples lack: in which a field requires another one, and in a list of any name. */
const ROWS: Readonly<Record<string, object>> = {
  createListing: { additionalInfo: { establishedYear: 1998, specialHours, moreHours, keywords: 'grill' } },
  updateBusiness: { specialHours, keywords: 'grill' },
};

/** A record that has nothing of the example: what it has already would leave the body. */
const ELSEWHERE: Readonly<Record<string, Readonly<Record<string, Scalar>>>> = {
  createListing: { businessNumber: 700103 },
};

/** The example of an operation with its rows; of an object, the fields are merged. */
const bodyWithRows = ({ id, cases }: Operation): object => {
  const body = (cases.examples[0].body ?? {}) as Record<string, unknown>;
  const rows = Object.entries(ROWS[id] ?? {}).map(([name, each]) => [
    name,
    isContainer(each) && !Array.isArray(each) ? { ...(body[name] as object), ...each } : each,
  ]);
  return { ...body, ...Object.fromEntries(rows) };
};

const some = triedOperations(6, { salt: 'left out', from: withBody });

it.each(withBody.filter((each) => Object.hasOwn(ROWS, each.id) || some.includes(each)))(
  '$id names first what the plain response names, also where a row lacks a field',
  async (operation) => {
    const found: string[] = [];
    const example = bodyWithRows(operation);
    for (const path of fieldsIn(example)) {
      for (const spoiled of spoiledAround(path)) {
        const sent = {
          body: withoutField(example, path, spoiled) as object,
          parameters: {
            ...operation.cases.examples[0].parameters,
            ...ELSEWHERE[operation.id],
            ...(operation.writes && { validateOnly: true }),
          },
        };
        const plain = await ask(operation, sent);
        if (plain.status < 300) continue;
        const { body } = await ask(operation, { ...sent, headers: PROBLEM });
        const [first] = body.errors;
        if (first.code !== plain.body.code || first.message !== plain.body.message)
          found.push(`without ${path.join('/')}: ${plain.body.message}, then ${first.message}`);
      }
    }
    expect(found).toEqual([]);
  },
);

/** Fields that must not be sent with those of an example. */
const APART: Readonly<Record<string, string>> = { subscribe: 'webhooks', replay: 'deliveryIds', schedulePost: 'media' };

/** Whether the example has the object or list in which the place is: one that it lacks would lack more than this. */
const isInExample = (body: unknown, place: Place): boolean =>
  place
    .slice(0, -1)
    .reduce<unknown>((each, name) => (each as Record<string, unknown>)?.[name === '[]' ? '0' : name], body) !==
  undefined;

/** What is named next to the one value that is wrong in a body; what is wrong inside of it is no other. */
const spurious = async (operation: Operation, sent: SampleRequest, place: Place): Promise<readonly string[]> => {
  const found: string[] = [];
  for (const value of wrongValues(operation.request, place)) {
    const { body } = await ask(operation, {
      body: withValue(sent.body, place, value) as object,
      parameters: { ...sent.parameters, ...(operation.writes && { validateOnly: true }) },
      headers: PROBLEM,
    });
    const named: readonly string[] = (body.errors ?? []).map(nameOf);
    const pointer = pointerOf(place);
    const isAlone = named[0] === pointer && named.slice(1).every((name) => name.startsWith(`${pointer}/`));
    if (!isAlone) found.push(`${pointerOf(place)} ${JSON.stringify(value).slice(0, 20)}: ${named.join(' ')}`);
  }
  return found;
};

/** A patch is checked with what is stored: a date by the stored status, a field of the other kind of record not at all. */
const byWhatIsStored = withBody.filter(({ id }) => id !== 'patchBusiness');

it.each(triedOperations(10, { salt: 'one violation', from: byWhatIsStored }))(
  '$id names of one wrong value nothing else',
  async (operation) => {
    const found: string[] = [];
    for (const example of operation.cases.examples) {
      for (const place of placesOf(operation.request as Node)) {
        if (place[0] !== APART[operation.id] && isInExample(example.body, place))
          found.push(...(await spurious(operation, example, place)));
      }
    }
    expect(found).toEqual([]);
  },
);
