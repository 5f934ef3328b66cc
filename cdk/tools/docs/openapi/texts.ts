/** Tables of the introduction, and the groups of operations (Markdown). Pure. */
import type { Operation } from '../../../../lib/contract/cases.ts';
import { errorsOf, sharedErrors } from '../../../../lib/contract/derived.ts';
import type { ErrorEntry } from '../../../../lib/contract/error-entry.ts';
import catalogue from '../../../../lib/contract/errors.json' with { type: 'json' };

/** A usage plan, as `cdk.json` has it. */
export interface Plan {
  readonly rateLimit: number;
  readonly burstLimit: number;
  readonly quota?: { readonly limit: number; readonly period: string };
}

export type Plans = Readonly<Record<string, Plan>>;

/** The groups of operations, in the order of the reference page. */
export const tags = [
  { name: 'Businesses', description: 'Accounts and locations: created, read, searched, updated, removed.' },
  { name: 'Hierarchy', description: 'How the locations of an account are arranged.' },
  { name: 'Contacts', description: 'The customers of an account.' },
  { name: 'Listings', description: 'Menus and action links of locations.' },
  { name: 'Review aggregation', description: 'Where the reviews of competitors stand.' },
  {
    name: 'Subscriptions',
    description: 'Events that are sent to webhooks: who is told of which, what was sent, sent again.',
  },
  { name: 'Custom fields', description: 'Fields of your own that locations have values of.' },
  { name: 'Users', description: 'Who has access to an account, or to some of its locations.' },
  { name: 'Media', description: 'Pictures and videos, fetched from URLs and looked at.' },
  { name: 'Q&A', description: 'Questions and answers of an account, of all its locations or of some.' },
  { name: 'Custom cards', description: 'Cards on the profile of a location.' },
  { name: 'Surveys', description: 'What locations ask their customers, and what these answer.' },
  { name: 'Reviews', description: 'What customers say of locations on other sites.' },
  { name: 'Insight', description: 'Scores of locations over time, of responses, reviews and listings.' },
  { name: 'Usage', description: 'The plan of a key, and what is used of it.' },
  { name: 'Sandbox', description: 'Demo data to try things out with, loaded anew at will.' },
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

/** Who answers with a code under a status and message: by the contracts, so that the table can't say what no operation does. */
const answering = (row: ErrorEntry, table: readonly Operation[]): string => {
  const isRow = ({ code, status, message }: ErrorEntry) =>
    code === row.code && status === row.status && message === row.message;
  if (sharedErrors.some(({ code }) => code === row.code)) return 'all';
  // What has no code of its own has many messages.
  const isOf = row.code === row.status ? ({ code }: ErrorEntry) => code === row.code : isRow;
  return table
    .filter((operation) => errorsOf(operation).some(isOf))
    .map(({ summary }) => summary)
    .join(', ');
};

const errorRow = (row: ErrorEntry, condition: string, table: readonly Operation[]): string => {
  const message = row.message.replaceAll('<', '‹').replaceAll('>', '›');
  return `| ${row.code} | ${row.status} | ${message} | ${condition} | ${answering(row, table)} |`;
};

export const errorTable = (table: readonly Operation[]): string =>
  [
    '| Code | Status | Message | When | Operations |',
    '| ---- | ------ | ------- | ---- | ---------- |',
    ...Object.entries(catalogue).flatMap(([text, { condition, ...given }]) => {
      const { later, ...row } = { ...given, code: Number(text) } as ErrorEntry & { later?: Partial<ErrorEntry> };
      const rows = later ? [row, { ...row, ...later }] : [row];
      return rows.map((each) => errorRow(each, condition, table));
    }),
  ].join('\n');

/** The codes that are answered with 401 although the key is right: validation of fields. */
export const validationWith401 = (): string =>
  Object.entries(catalogue)
    .filter(([code, { status }]) => status === 401 && code !== '1161' && code !== '1167')
    .map(([code, { condition }]) => `${code} (${condition})`)
    .join(', ');
