/**
 * The typed client at work on the demo data: every operation once, and an error known by its code.
 *
 *     npm run client && npm start
 *     node docs/client-example.ts http://localhost:3000 demo-orchard-enterprise-key-0001
 */
import { randomUUID } from 'node:crypto';
import {
  addAggregationLink,
  type BusinessUpdate,
  type ErrorCode,
  errorCodes,
  getContact,
  getMapsActionLinks,
  getMenuDetails,
  isErrorCode,
  partnerClient,
  updateBusiness,
} from 'partner-listing-api/client';

const [baseUrl = 'http://localhost:3000', apiKey = 'demo-orchard-enterprise-key-0001'] = process.argv.slice(2);
const client = partnerClient({ baseUrl, apiKey });

/** What to do about an error: the compiler knows every code. */
const advice: Partial<Record<ErrorCode, string>> = {
  89: 'wait for Retry-After',
  412: 'read the record again',
  1161: 'ask for a new key',
  5043: 'create the contact first',
};

const explain = ({ code, message }: { code: number; message: string }): string =>
  isErrorCode(code)
    ? `${code} (${errorCodes[code].status}) ${message}: ${advice[code] ?? 'correct the request'}`
    : message;

// Try the update without writing, then write it: safe to retry under its key.
const path = { businessId: 700101 };
const body: BusinessUpdate = {
  emailId: 'hello@copperkettle.example',
  phone: '(805) 555-0142',
  services: 'Dine-in, Takeout, Catering',
  hoursOfOperations: [{ day: 0, isOpen: 1, workingHours: [{ startHour: '11:00', endHour: '22:00' }] }],
};
const tried = await updateBusiness({ client, path, body, query: { validateOnly: true } });
console.log('update, tried:', tried.data?.services);
const headers = { 'Idempotency-Key': randomUUID() };
const updated = await updateBusiness({ client, path, body, headers });
console.log('update:', updated.data?.services);

// The next update holds only if nobody has written since.
const version = updated.response?.headers.get('ETag') ?? '';
const next = await updateBusiness({ client, path, body: { ...body, fax: null }, headers: { 'If-Match': version } });
console.log('update, cleared fax:', JSON.stringify(next.data?.fax));
const late = await updateBusiness({ client, path, body, headers: { 'If-Match': version } });
console.log('update, too late:', late.error && explain(late.error));

const query = { businessId: 700100 };
const contact = await getContact({ client, query, body: { email: 'ada.field@mail.example', experienceScore: true } });
console.log('contact:', contact.data?.firstName, contact.data?.experienceScore);
const nobody = await getContact({ client, query, body: { email: 'nobody@mail.example' } });
console.log('contact, unknown:', nobody.error && explain(nobody.error));

const menus = await getMenuDetails({ client, headers: { 'x-business-number': 700100 }, body: {} });
console.log('menus:', menus.data?.map(({ menuDetails }) => menuDetails.name).join(', '));

const link = await addAggregationLink({
  client,
  path: { compAccountId: 710001, businessNumber: 700101 },
  body: { sourceAlias: 'alpha', url: 'https://alpha.example/places/ember-and-oak' },
});
console.log('link:', link.data?.sourceName, link.data?.sourceUrl);

const actions = await getMapsActionLinks({ client, path: { businessNumber: 700101 } });
console.log('action links:', actions.data?.map(({ name }) => name).join(', '));
