/** Events in OpenAPI: a schema of each, and a webhook of each as a receiver gets it. Pure. */
import { eventSchema, exampleOf, schemaNameOf, sentEvents } from '../events/schemas.ts';
import type { Node } from './flatten.ts';
import { type Components, documentSchema } from './schema.ts';

/** The tag of all webhooks. */
export const webhookTag = {
  name: 'Events',
  description: 'What is sent to your webhooks, each a POST that you answer with a 2xx within ten seconds.',
};

const header = (name: string, description: string, example: string): Node => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  examples: { one: { summary: 'One', value: example } },
});

/** Signed as Standard Webhooks specifies (docs/webhooks.md: receive). */
const headers = [
  header('webhook-id', 'The id of the event: the same on every try and every replay', 'evt_0f1e2d3c4b5a69788796a5b4c3'),
  header('webhook-timestamp', 'When this try was made, in seconds since 1970', '1790000000'),
  header(
    'webhook-signature',
    'A signature for each secret that is in use, separated by spaces: `v1,` and base64',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
];

const webhookOf = (event: (typeof sentEvents)[number], components: Components): Node => {
  const { eventName, description, notSent } = event;
  return {
    post: {
      // As no operation is named.
      operationId: `on${schemaNameOf(eventName)}`,
      summary: eventName,
      tags: [webhookTag.name],
      description: `${description}.\n\nNot sent: ${notSent.charAt(0).toLowerCase()}${notSent.slice(1)}.`,
      // The signature shows who sends it; a key of the API is never sent.
      security: [],
      parameters: headers,
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: documentSchema(eventSchema(event), false, components),
            examples: { one: { summary: 'One', value: exampleOf(event) } },
          },
        },
      },
      responses: {
        '2XX': {
          description: 'Received. Any other status, or none within ten seconds, is a failure: it is sent again',
        },
      },
    },
  };
};

/** @param components - takes the schemas of the events */
export const documentEvents = (components: Components): void => {
  for (const event of sentEvents) documentSchema(eventSchema(event), false, components);
};

/** @param components - takes the schemas of the events */
export const documentWebhooks = (components: Components): Node =>
  Object.fromEntries(sentEvents.map((event) => [event.eventName, webhookOf(event, components)]));
