/** All mutants, which `npm run test:mutants` makes one after the other. */
import { audit } from './list/audit.ts';
import { bodies } from './list/bodies.ts';
import { contacts } from './list/contacts.ts';
import { content } from './list/content.ts';
import { customers } from './list/customers.ts';
import { data } from './list/data.ts';
import { desk } from './list/desk.ts';
import { events } from './list/events.ts';
import { fates } from './list/fates.ts';
import { idempotency } from './list/idempotency.ts';
import { jobs } from './list/jobs.ts';
import { keys } from './list/keys.ts';
import { listings } from './list/listings.ts';
import { local } from './list/local.ts';
import { logs } from './list/logs.ts';
import { requests } from './list/requests.ts';
import { stack } from './list/stack.ts';
import { store } from './list/store.ts';
import { tenancy } from './list/tenancy.ts';
import { writes } from './list/writes.ts';
import type { Mutant } from './mutant.ts';

export const mutants: readonly Mutant[] = [
  ...tenancy,
  ...keys,
  ...writes,
  ...fates,
  ...contacts,
  ...listings,
  ...idempotency,
  ...store,
  ...requests,
  ...bodies,
  ...logs,
  ...stack,
  ...data,
  ...local,
  ...events,
  ...content,
  ...customers,
  ...desk,
  ...audit,
  ...jobs,
];
