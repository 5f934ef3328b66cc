/** Tables of the introduction, and the groups of operations (Markdown). Pure. */
import type { ErrorEntry } from '../../../lib/contract/error-entry.ts';
import catalogue from '../../../lib/contract/errors.json' with { type: 'json' };
import { conditionOf } from './conditions.ts';

/** A usage plan, as `cdk.json` has it. */
export interface Plan {
  readonly rateLimit: number;
  readonly burstLimit: number;
  readonly quota?: { readonly limit: number; readonly period: string };
}

export type Plans = Readonly<Record<string, Plan>>;

/** The groups of operations, in the order of the reference page. */
export const tags = [
  { name: 'Businesses', description: 'Create, read, search, update and delete accounts and locations.' },
  { name: 'Bulk updates', description: 'Change many locations with one job.' },
  { name: 'Hierarchy', description: 'Arrange the locations of an account in levels such as region, state and city.' },
  { name: 'Contacts', description: 'Manage the customers of an account, their permissions and their activity.' },
  {
    name: 'Listings',
    description: 'Publish listings, and read the catalogues, menus and action links that belong to them.',
  },
  {
    name: 'Competitors',
    description: 'Manage competitor brands and locations, and read what customers say about them.',
  },
  { name: 'Review aggregation', description: 'Attach review links of competitors, and review sources of locations.' },
  {
    name: 'Subscriptions',
    description: 'Subscribe to events, inspect deliveries, replay them.',
  },
  {
    name: 'Connectors',
    description: 'Register the endpoints that publish posts and send messages for you, and report their results.',
  },
  {
    name: 'Social posts',
    description: 'Schedule, edit and measure posts on sites, and set which locations are connected.',
  },
  { name: 'Changes', description: 'Read what has changed in an account since the last call.' },
  { name: 'Custom fields', description: 'Define fields of your own and set their values on locations.' },
  { name: 'Users', description: 'Give people access to an account or to some of its locations.' },
  { name: 'Media', description: 'Add pictures and videos by URL and track their processing.' },
  { name: 'Q&A', description: 'Manage questions and answers for all locations of an account or for some.' },
  { name: 'Services', description: 'List services of an account and map them to alpha categories of locations.' },
  { name: 'Products', description: 'List products of an account and show them at its locations.' },
  { name: 'Custom cards', description: 'Show cards on the profile of a location.' },
  { name: 'Surveys', description: 'Survey customers at locations and read their responses.' },
  { name: 'Reviews', description: 'Read what customers write about locations on other sites.' },
  { name: 'Insight', description: 'Follow scores of locations over time: responses, reviews and listings.' },
  { name: 'Tickets', description: 'Follow up on reviews, responses and questions of customers.' },
  { name: 'Conversations', description: 'Exchange messages with contacts over SMS, email and chat, and export them.' },
  { name: 'Employees', description: 'Manage the people who serve your customers and work on tickets.' },
  { name: 'Campaigns', description: 'Ask customers for reviews and for answers to surveys.' },
  { name: 'Integrations', description: 'Store what locations are called in other systems.' },
  {
    name: 'Reports',
    description: 'Report reviews, NPS and listing figures of locations and competitors, over time and by location.',
  },
  { name: 'Usage', description: 'See your plan and what you have used of it.' },
  { name: 'Sandbox', description: 'Reset the demo data that you try things out with.' },
] as const;

const number = (value: number): string => value.toLocaleString('en-US');

const planRow = ([name, { rateLimit, burstLimit, quota }]: [string, Plan]): string =>
  `| ${name} | ${number(rateLimit)} | ${number(burstLimit)} | ${
    quota ? `${number(quota.limit)} a ${quota.period.toLowerCase()}` : 'none'
  } |`;

export const planTable = (plans: Plans): string =>
  [
    '| Plan | Requests a second | Burst | Quota |',
    '| ---- | ----------------- | ----- | ----- |',
    ...Object.entries(plans).map(planRow),
  ].join('\n');

const errorRow = ({ code, status, message }: ErrorEntry, condition: string): string =>
  `| ${code} | ${status} | ${message.replaceAll('<', '‹').replaceAll('>', '›')} | ${condition} |`;

/** The catalogue. Which operations answer with a code stands with each operation, so that a new one changes nothing here. */
export const errorTable = (): string =>
  [
    '| Code | Status | Message | When |',
    '| ---- | ------ | ------- | ---- |',
    ...Object.entries(catalogue).flatMap(([text, given]) => {
      const { later, ...row } = { ...given, code: Number(text) } as ErrorEntry & { later?: Partial<ErrorEntry> };
      const rows = later ? [row, { ...row, ...later }] : [row];
      return rows.map((each) => errorRow(each, conditionOf(row.code)));
    }),
  ].join('\n');

/** The codes that are answered with 401 although the key is right: validation of fields. */
export const validationWith401 = (): string =>
  Object.entries(catalogue)
    .filter(([code, { status }]) => status === 401 && code !== '1161' && code !== '1167')
    .map(([code, { condition }]) => `${code} (${condition})`)
    .join(', ');
