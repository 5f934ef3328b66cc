/** What each response has is required in its schema, so that a client need not ask whether it is there. */
import { describe, expect, it } from 'vitest';
import { compile } from '../../cdk/build/validators.ts';
import type { Operation } from '../../lib/contract/cases.ts';
import { allOperations } from '../../lib/operations.ts';
import { freshDocument } from '../../tools/docs/document.ts';
import { type BodySchema, resolved } from './document-bodies.ts';

/** Fields that the examples always have, and a response may lack: by the schema, with the reason. */
const MAY_LACK: Readonly<Record<string, readonly [fields: string, reason: string]>> = {
  BusinessRecord: ['*', 'a client may select others'],
  CompleteBusinessRecord: ['createdAt', 'of records that are loaded without it'],
  StoredInternalListing: ['*', 'fields that are not stored are left out'],
  StoredAlphaListing: ['*', 'fields that are not stored are left out'],
  StoredOpeningHours: ['*', 'a client may select others'],
  ContactMapping: ['bid businessNumber', 'of data files, which need not have them'],
  Menu: ['*', 'as the data file has it'],
  MenuLabel: ['*', 'as the data file has it'],
  MenuSection: ['*', 'as the data file has it'],
  MenuItem: ['*', 'as the data file has it'],
  MenuItemAttributes: ['*', 'as the data file has it'],
  Price: ['*', 'as the data file has it'],
  NutritionFacts: ['*', 'as the data file has it'],
  Ingredient: ['*', 'as the data file has it'],
  PortionSize: ['*', 'as the data file has it'],
  MenuOption: ['*', 'as the data file has it'],
  AnsweredSpecialHours: ['startHour endHour isOpen', 'as the row was sent'],
  AnsweredMapsActionLink: ['deepLinkUrl', 'as the row was sent'],
};

const document = await freshDocument();

/** The objects of a response that has one of these names, each with its name. */
const objectsIn = (node: BodySchema, value: unknown): readonly (readonly [string, object])[] => {
  const { properties = {}, items, additionalProperties } = resolved(node);
  if (Array.isArray(value)) return items ? value.flatMap((row) => objectsIn(items, row)) : [];
  if (typeof value !== 'object' || value === null) return [];
  const ref = (node.$ref ?? node.anyOf?.[0]?.$ref)?.split('/').at(-1);
  const inside = Object.entries(value).flatMap(([name, each]) => {
    const own = properties[name] ?? additionalProperties;
    return typeof own === 'object' && own !== null ? objectsIn(own as BodySchema, each) : [];
  });
  return [...(ref === undefined ? [] : [[ref, value] as const]), ...inside];
};

const replySchemaOf = ({ path, method }: Operation): BodySchema => {
  const { responses } = document.paths[path]![method.toLowerCase()] as {
    readonly responses: Readonly<
      Record<string, { readonly content: Readonly<Record<string, { schema: BodySchema }>> }>
    >;
  };
  return responses[200]!.content['application/json']!.schema;
};

const observed = Map.groupBy(
  allOperations.flatMap((operation) =>
    operation.cases.examples.flatMap(({ reply }) => objectsIn(replySchemaOf(operation), reply)),
  ),
  ([name]) => name,
);

const schemaNamed = (name: string): BodySchema => document.components.schemas![name] as BodySchema;

/** The optional fields that each observed object of a schema has. */
const alwaysThere = (name: string): readonly string[] => {
  const { properties = {}, required = [] } = schemaNamed(name);
  const objects = (observed.get(name) ?? []).map(([, value]) => value);
  return Object.keys(properties).filter(
    (field) => !required.includes(field) && objects.every((each) => Object.hasOwn(each, field)),
  );
};

describe('The schemas of responses', () => {
  it('are observed', () => expect(observed.size).toBeGreaterThan(80));

  it('require what each example has, but for what is known to be missing elsewhere', () => {
    const found = [...observed.keys()].flatMap((name) => {
      const [known = ''] = MAY_LACK[name] ?? [];
      const fields = alwaysThere(name).filter((field) => known !== '*' && !known.split(' ').includes(field));
      return fields.length > 0 ? [`${name}: ${fields.join(' ')}`] : [];
    });
    expect(found).toEqual([]);
  });

  it('have no exception that is of no use', () => {
    const stale = Object.entries(MAY_LACK).filter(([name, [known]]) => {
      const fields = alwaysThere(name);
      return known === '*' ? fields.length === 0 : known.split(' ').some((field) => !fields.includes(field));
    });
    expect(stale).toEqual([]);
  });
});

const selecting = allOperations.filter(({ selected }) => selected);

it.each(selecting)('$id answers all that its complete response requires, where nothing is selected', (operation) => {
  const { by, complete } = operation.selected!;
  const validate = compile(complete);
  const { examples } = operation.cases;
  const whole = examples.filter(({ parameters = {} }) => !(by in parameters));
  expect(whole).not.toEqual([]);
  for (const { reply } of whole) expect([validate(reply), validate.errors ?? []]).toEqual([true, []]);
});
