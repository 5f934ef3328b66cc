/** The list of modules (docs/engineers.md): what each folder of `lib` is for. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../../../cdk/build/bundle.ts';

/** What each folder of `lib` is for. A folder without a row is refused. */
const PURPOSES: Readonly<Record<string, string>> = {
  audit: 'Audit log: who changed what, written from the table’s stream',
  bucket: 'Client of the bucket',
  bulk: 'Bulk updates: patches of many locations as one asynchronous job',
  business: 'Accounts and locations: profile, hierarchy, status, search, deletion',
  campaigns: 'Requests for reviews and answers to surveys: links, templates, review sources',
  cards: 'Custom cards of a location',
  changes: 'The changes feed of an account',
  catalog: 'Categories, attributes, countries, types of hours, review sources, terms of reviews',
  competitors: 'Competitors of an account, links to reviews, and what customers say of competitors',
  connectors: 'Partners’ endpoints that publish posts and send messages, and the jobs for them',
  contacts: 'Customers of an account: found by email, phone or id; permissions, activity, lists',
  conversations: 'What contacts and locations write to each other, over all channels',
  contract: 'What contracts are made of: operations, parameters, coercion, violations, errors',
  dynamodb: 'Client, table, writes and stream; independent of the business modules',
  employees: 'Staff who can be assigned to tickets and conversations; they don’t sign in',
  fields: 'Custom fields of an account and their values on locations',
  http: 'Middleware around every handler; the entry point is `endpoint.ts`',
  integrations: 'Ids of locations in other systems',
  insight: 'Counts, and the scores and reports derived from them',
  listing: 'The listing of a location, and the catalogue checks of its profile',
  media: 'Pictures and videos: download, inspection, storage',
  menus: 'Menus of locations',
  outside: 'Outbound requests: name resolution, and which addresses they may reach (SSRF)',
  partners: 'Partners, accounts, API keys, metering keys',
  products: 'Products of an account, shown at some or all of its locations',
  qna: 'Questions and answers of an account',
  queue: 'Client of the queues',
  reviews: 'Reviews of locations on other sites',
  sandbox: 'Demo data that partners load themselves',
  services: 'Services of an account and the categories of locations that they are mapped to',
  social: 'Posts on sites, their locations, channels and numbers',
  subscriptions: 'Subscriptions, webhooks, deliveries and their attempts',
  surveys: 'Surveys of an account and the responses to them',
  tickets: 'Tickets about reviews, survey responses and customers’ requests',
  usage: 'Plans, quotas and what is used of them',
  users: 'People and their access to accounts and locations',
};

/**
 * Reads `lib`, so that no module is left out.
 *
 * @throws Error for a folder of `lib` that `PURPOSES` does not have
 */
export const modulesTable = async (): Promise<string> => {
  const entries = await readdir(join(projectRoot, 'lib'), { withFileTypes: true });
  const modules = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const lineOf = (module: string): string => {
    const purpose = PURPOSES[module];
    if (!purpose) throw new Error(`Say what lib/${module} is for in tools/docs/figures/modules.ts`);
    return `- [${module}](../lib/${module}): ${purpose}`;
  };
  return modules.sort().map(lineOf).join('\n');
};
