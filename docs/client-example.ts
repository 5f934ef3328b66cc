/**
 * The client at work on the demo data: reads, writes, versions, pages, and an error known by its code.
 *
 *     npm start
 *     (in a project of your own) npm install http://localhost:3000/docs/partner-listing-client-0.2.0.tgz
 *     node client-example.ts http://localhost:3000 demo-orchard-enterprise-key-0001
 *
 * Node 20, which runs no TypeScript, takes `npx tsx` in place of `node`.
 */
import {
  type BusinessUpdate,
  type ErrorCode,
  errorCodes,
  isErrorCode,
  ListingError,
  NotFoundError,
  PartnerListing,
  VersionChangedError,
} from 'partner-listing-client';

const [baseUrl = 'http://localhost:3000', apiKey = 'demo-orchard-enterprise-key-0001'] = process.argv.slice(2);
const api = new PartnerListing({ baseUrl, apiKey });

/** What to do about an error: the compiler knows every code. */
const advice: Partial<Record<ErrorCode, string>> = {
  412: 'read the record again',
  1161: 'ask for a new key',
  5043: 'create the contact first',
};
const explain = ({ code }: ListingError): string =>
  isErrorCode(code) ? `${code} (${errorCodes[code].status}): ${advice[code] ?? 'correct the request'}` : `${code}`;

// Try the update without writing, then write it. The client sends a key with it, and retries under that key.
const businessId = 700101;
const body: BusinessUpdate = {
  emailId: 'hello@copperkettle.example',
  phone: '(805) 555-0142',
  services: 'Dine-in, Takeout, Catering',
  hoursOfOperations: [{ day: 0, isOpen: 1, workingHours: [{ startHour: '11:00', endHour: '22:00' }] }],
};
const tried = await api.updateBusiness({ businessId, body }, { validateOnly: true });
console.log('update, tried:', tried.data.services);
const updated = await api.updateBusiness({ businessId, body });
console.log('update:', updated.data.services);

// The next update holds only if no one has written since.
const ifMatch = updated.etag;
const next = await api.updateBusiness({ businessId, body: { ...body, fax: null } }, { ifMatch });
console.log('update, cleared fax:', JSON.stringify(next.data.fax));
try {
  await api.updateBusiness({ businessId, body: { ...body, fax: null } }, { ifMatch });
} catch (error) {
  if (!(error instanceof VersionChangedError)) throw error;
  console.log('update, too late:', explain(error), error.etag === next.etag);
}

try {
  await api.updateBusiness({ businessId, body: { ...body, name: 'C', fax: '1' } });
} catch (error) {
  if (!(error instanceof ListingError)) throw error;
  console.log('update, wrong:', error.violations.map(({ pointer, code }) => `${pointer} ${code}`).join(', '));
}

const contact = await api.getContact({ businessId: 700100, body: { email: 'ada.field@mail.example' } });
console.log('contact:', contact.data.firstName);
try {
  await api.getContact({ businessId: 700100, body: { email: 'nobody@mail.example' } });
} catch (error) {
  if (!(error instanceof NotFoundError)) throw error;
  console.log('contact, unknown:', explain(error));
}

// Lists are read to their end, some records at a time.
const names: string[] = [];
for await (const { menuDetails } of api.all.getMenuDetails({ businessNumber: 700100 }, { pageSize: 3 })) {
  names.push(menuDetails.name);
}
console.log('menus:', names.join(', '));
