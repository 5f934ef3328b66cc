/**
 * What the document calls required is what the service refuses a request without, at any depth; and a request of
 * nothing else is accepted.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Example, Operation } from '../../lib/contract/cases.ts';
import { operations } from '../../lib/operations.ts';
import type { Node } from '../../tools/docs/openapi/flatten.ts';
import { oneOfIn } from '../../tools/docs/openapi/required.ts';
import { triedOperations } from '../support/chosen.ts';
import { type DemoTable, openDemoTable } from './demo-table.ts';
import { type BodySchema, bodySchemaOf, resolved } from './document-bodies.ts';
import { ask } from './sample-call.ts';

let table: DemoTable;
beforeAll(async () => {
  table = await openDemoTable();
});
afterEach(() => table.restore());

/** Required on a condition, which the document says in words: in which the example is, or the account. */
const CONDITIONAL: Readonly<Record<string, string>> = {
  'updateBusiness /businessStatus': 'with a date',
  'updateBusiness /reopenDate': 'while Temporarily Closed',
  'createBusiness /type': 'hierarchy levels are for accounts',
  'createBusiness /countryCode': 'with a phone of that country',
  'saveContact /businessIds': 'of a new contact',
  'createListing /mapsListing/primaryCategory': 'with another field of the block',
  'deleteMedia /mediaIds': 'unless it is in the query',
  'createSurvey /pages/questions/choices': 'by the type of the question',
  'submitResponse /answers': 'what the survey requires',
  'schedulePost /subBusinessNumbers': 'with an account in the path',
  'editScheduledPost /subBusinessNumbers': '5557 comes after the post',
  'editPublishedPost /subBusinessNumbers': '5557 comes after the post',
  'deletePost /subBusinessNumbers': '5557 comes after the post',
  'schedulePost /additionalMetaData/callToActionType': 'with a button',
  'schedulePost /additionalMetaData/callToActionUrl': 'unless it is CALL',
  'schedulePost /media/type': 'with a medium',
  'schedulePost /media/mediaUrl': 'unless there is a mediaId',
  'sendMessage /subject': 'of an EMAIL',
  'createRequestUrl /surveyId': 'unless there is a templateId',
  'createRequestUrl /templateId': 'unless there is a surveyId',
  'exportConversations /endDate': 'days until today may be too many',
  'setChannel /channelId': 'of a connected channel',
  'createField /dropDownOptions': 'by the type of the field',
  'createCompetitor /zip': 'of a location of a brand',
  'listingInsights /startDate': 'with the other date',
  'listingInsights /endDate': 'with the other date',
  'saveEmployee /firstName': 'of a new employee',
  'createService /price': 'with a currency',
  'createService /currencyCode': 'with a price',
  'updateService /price': 'with a currency',
  'updateService /currencyCode': 'with a price',
  'reviewCategories /startDate': 'with the other date',
  'reviewCategories /endDate': 'with the other date',
  'reviewKeywords /startDate': 'with the other date',
  'reviewKeywords /endDate': 'with the other date',
  'createTicket /customer': 'by the type of the ticket',
  'createTicket /description': 'by the type of the ticket',
  'createTicket /externalId': 'by the type of the ticket',
  'createTicket /surveyId': 'by the type of the ticket',
  'createTicket /surveyResponseId': 'by the type of the ticket',
};
const met = new Set<string>();

/** The fields of which an object must have one, in the spelling of the list above. */
const alternativesIn = (node: Node, place: string): readonly string[] => [
  ...oneOfIn(node).flatMap((names) => names.map((name) => `${place}/${name}`)),
  ...Object.entries((node.properties ?? {}) as Record<string, Node>).flatMap(([name, each]) =>
    // Rows have no numbers there.
    alternativesIn((each.items ?? each) as Node, `${place}/${name}`),
  ),
];
const withBody = operations.filter(({ request }) => request);
const alternatives = new Set(withBody.flatMap(({ id, request }) => alternativesIn(request as Node, `${id} `)));
const hasCondition = (name: string): boolean => name in CONDITIONAL || alternatives.has(name);

/** By names and row numbers. */
type Path = readonly (string | number)[];

const pointerOf = (path: Path): string => path.map((each) => `/${each}`).join('');

/** Its name in the list above: rows have no numbers there. */
const conditionOf = ({ id }: Operation, path: Path): string =>
  `${id} ${pointerOf(path.filter((each) => typeof each === 'string'))}`;

const fieldsIn = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};

/** The value without what is at a path in it. */
const without = (value: unknown, [name, ...rest]: Path): unknown => {
  if (Array.isArray(value)) return value.with(Number(name), without(value[Number(name)], rest));
  const { [String(name)]: left, ...others } = fieldsIn(value);
  return rest.length === 0 ? others : { ...others, [String(name)]: without(left, rest) };
};

interface Field {
  readonly path: Path;
  readonly isRequired: boolean;
}

/** The fields that a body has, with what the document says of them. */
const fieldsOf = (node: BodySchema, value: unknown, path: Path = []): readonly Field[] => {
  const { properties = {}, required = [], items } = resolved(node);
  if (Array.isArray(value)) return items ? value.flatMap((row, index) => fieldsOf(items, row, [...path, index])) : [];
  const sent = Object.entries(fieldsIn(value)).filter(([name]) => properties[name]);
  return sent.flatMap(([name, each]) => [
    { path: [...path, name], isRequired: required.includes(name) },
    ...fieldsOf(properties[name]!, each, [...path, name]),
  ]);
};

/** The value with nothing but what must be there. */
const least = (operation: Operation, node: BodySchema, value: unknown, path: Path = []): unknown => {
  const { properties = {}, required = [], items } = resolved(node);
  if (Array.isArray(value))
    return items ? value.map((row, index) => least(operation, items, row, [...path, index])) : value;
  if (typeof value !== 'object' || value === null || !resolved(node).properties) return value;
  const isKept = (name: string) => required.includes(name) || hasCondition(conditionOf(operation, [...path, name]));
  const kept = Object.entries(value).filter(([name]) => isKept(name));
  return Object.fromEntries(
    kept.map(([name, each]) => [name, least(operation, properties[name]!, each, [...path, name])]),
  );
};

const statusOf = async (operation: Operation, { parameters }: Example, body: unknown): Promise<number> => {
  const dryRun = operation.writes && { validateOnly: true };
  const { status } = await ask(operation, { body: body as object, parameters: { ...parameters, ...dryRun } });
  return status;
};

const chosen = triedOperations(24, { salt: 'required fields', from: withBody });

describe.each(chosen)('$id', (operation) => {
  const schema = bodySchemaOf(operation);
  const { examples } = operation.cases;

  it('takes an empty body just where the document does', async () => {
    const isRefused = (await statusOf(operation, examples[0], {})) >= 300;
    const isByDocument = (schema.required ?? []).length > 0 || (schema.minProperties ?? 0) > 0;
    const isConditional = Object.keys(CONDITIONAL).some((name) => new RegExp(`^${operation.id} /\\w+$`).test(name));
    if (isByDocument || !isConditional) expect(isRefused).toBe(isByDocument);
  });

  it('refuses each body that lacks what the document requires, and no other', async () => {
    const found: string[] = [];
    for (const example of examples) {
      if ((await statusOf(operation, example, example.body)) >= 300) continue;
      for (const { path, isRequired } of fieldsOf(schema, example.body)) {
        const isRefused = (await statusOf(operation, example, without(example.body, path))) >= 300;
        const condition = conditionOf(operation, path);
        if (isRefused && !isRequired && hasCondition(condition)) met.add(condition);
        else if (isRefused !== isRequired)
          found.push(`${pointerOf(path)} is ${isRequired ? 'required' : 'optional'} in the document alone`);
      }
    }
    expect(found).toEqual([]);
  });

  it('accepts a body of what is required alone', async () => {
    for (const example of examples) {
      if (example.body === undefined || (await statusOf(operation, example, example.body)) >= 300) continue;
      const body = least(operation, schema, example.body);
      expect([body, await statusOf(operation, example, body)]).toEqual([body, expect.toSatisfy((s) => s < 300)]);
    }
  });
});

afterAll(() => {
  if (chosen.length === withBody.length) expect(Object.keys(CONDITIONAL).filter((name) => !met.has(name))).toEqual([]);
});
