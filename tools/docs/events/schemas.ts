/** What is sent to webhooks, as the document has it: a schema for each event of the catalogue, and for the test. */
import { text } from '../../../lib/contract/atoms.ts';
import { type EventKind, eventKinds, TEST_EVENT } from '../../../lib/subscriptions/events.ts';
import { described, type EventDetails, eventDetails, integer, type Node, oneOf } from './details.ts';

/** `BusinessUpdatedEvent`, of `BUSINESS_UPDATED`. */
export const schemaNameOf = (eventName: string): string =>
  `${eventName
    .toLowerCase()
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}Event`;

const testKind: EventKind & { readonly eventName: typeof TEST_EVENT } = {
  eventName: TEST_EVENT,
  description: 'Test webhook was called',
  example: { businessId: 700100, accountNumber: 700100 },
};

/** The events that a webhook may receive: those of the catalogue, and the test. */
export const sentEvents = [...eventKinds, testKind].map((kind) => ({
  ...kind,
  ...(eventDetails[kind.eventName] as EventDetails),
}));

/** An event as it is sent. */
export const exampleOf = ({ eventName, example }: Pick<(typeof sentEvents)[number], 'eventName' | 'example'>) => ({
  id: 'evt_0f1e2d3c4b5a69788796a5b4c3',
  type: eventName,
  timestamp: '2026-09-21T14:13:20.000Z',
  apiVersion: 'v1',
  businessNumber: 700100,
  data: example,
});

const withExamples = (fields: Readonly<Record<string, Node>>, example: Node) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => [
      name,
      { ...schema, ...(example[name] !== undefined && { examples: [example[name]] }) },
    ]),
  );

/** The complete schema of an event. Its `type` is an `enum` of one, as generators of clients lose a `const`. */
export const eventSchema = ({ eventName, description, example, data, optional = [] }: (typeof sentEvents)[number]) => {
  const title = schemaNameOf(eventName);
  const fields = {
    id: described(text, 'Id of the event: the same in every attempt and replay'),
    type: described(oneOf(eventName), 'Type of the event'),
    timestamp: described({ type: 'string', format: 'date-time' }, 'Time of the change, ISO 8601 in UTC'),
    apiVersion: described(text, 'API version of the event'),
    businessNumber: described(integer, 'Number of the account'),
    data: {
      title: `${title}Data`,
      description: 'Data of the event',
      type: 'object',
      required: Object.keys(data).filter((name) => !optional.includes(name)),
      // The one field that is not always there: of a contact.
      properties: withExamples(data, { changed: ['mappings'], ...example }),
    },
  };
  const { data: _, ...others } = exampleOf({ eventName, example });
  return {
    title,
    description,
    type: 'object',
    required: Object.keys(fields),
    properties: { ...withExamples(fields, others), data: fields.data },
  };
};
