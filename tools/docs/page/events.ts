/** The reference page of the events: of each when it is sent, when it is not, its data and an example. Pure. */
import { sentEvents } from '../events/schemas.ts';
import { tableOf } from '../figures/places.ts';

type SentEvent = (typeof sentEvents)[number];

/** The type of a field in words: `list of integers`, `text or null`, `created, updated or deleted`. */
const typeOf = (schema: Readonly<Record<string, unknown>>): string => {
  const {
    type,
    enum: values,
    items,
  } = schema as {
    type: string | readonly string[];
    enum?: readonly string[];
    items?: Readonly<Record<string, unknown>>;
  };
  if (values) {
    const named = values.map((value) => `\`${value}\``);
    return [named.slice(0, -1).join(', '), named.at(-1)].filter(Boolean).join(' or ');
  }
  const words: Readonly<Record<string, string>> = { string: 'text', array: `list of ${items ? typeOf(items) : ''}` };
  return [type]
    .flat()
    .map((each) => words[each] ?? each)
    .join(' or ');
};

const fieldsOf = ({ data, optional = [] }: SentEvent): string =>
  tableOf(
    ['field', 'type', 'meaning'],
    Object.entries(data).map(([name, schema]) => [
      `\`${name}\``,
      `${typeOf(schema)}${optional.includes(name) ? '; optional' : ''}`,
      String(schema.description),
    ]),
  );

const section = (event: SentEvent): string =>
  [
    `## ${event.eventName}`,
    `${event.description}.`,
    `Not sent: ${event.notSent.charAt(0).toLowerCase()}${event.notSent.slice(1)}.`,
    fieldsOf(event),
    `\`\`\`json\n${JSON.stringify(event.example)}\n\`\`\``,
  ].join('\n\n');

const LEAD =
  'Every event that a webhook can receive: when it is sent, when not, and its `data`. [Webhooks](webhooks.html) says how to subscribe, verify and respond, and what all events have in common. [webhooks.json](webhooks.json) describes them as an OpenAPI document.';

/** The page as Markdown, with links between the reference pages. */
export const eventsMarkdown = (): string => ['# Events', LEAD, ...sentEvents.map(section)].join('\n\n');
