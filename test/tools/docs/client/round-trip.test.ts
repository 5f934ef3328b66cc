/** What get business, get listing and get contact answer is the body of its update, with a field changed: by type, and as sent. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../../../../cdk/build/bundle.ts';
import { buildClient, compilerFindings } from '../../../../tools/docs/client/build.ts';
import { demoKey } from '../../../../tools/local/demo.ts';
import type { Service } from '../../../../tools/local/service.ts';
import { startDemoService } from '../../../support/demo-service.ts';

const run = promisify(execFile);

const ROUND_TRIPS = `import { PartnerListing } from 'partner-listing-client';

const [, , baseUrl = '', apiKey = ''] = process.argv;
const api = new PartnerListing({ baseUrl, apiKey });

const businessId = 700101;
const business = await api.getBusiness({ businessId });
const named = await api.updateBusiness(
  { businessId, body: { ...business.data, name: 'Copper Kettle' } },
  { ifMatch: business.etag },
);
console.log('business:', business.data.name, '>', named.data.name);

const stored = await api.getBusiness({ businessId });
const { location, hoursOfOperations = [] } = stored.data;
const moved = await api.updateBusiness(
  {
    businessId,
    body: {
      ...stored.data,
      location: { ...location, address2: 'Suite 9' },
      hoursOfOperations: [...hoursOfOperations.filter(({ day }) => day !== '6'), { day: 6, isOpen: 0 }],
    },
  },
  { ifMatch: stored.etag },
);
console.log('location:', moved.data.location.address2, moved.data.hoursOfOperations.at(-1)?.isOpen);

const businessNumber = 700101;
const listing = await api.getListing({ businessNumber });
const { additionalInfo } = listing.data;
const listed = await api.updateListing(
  { businessNumber, body: { ...listing.data, additionalInfo: { ...additionalInfo, products: 'Steaks' } } },
  { ifMatch: listing.etag },
);
console.log('listing:', listed.data.additionalInfo.products, listed.data.businessInfo.name);

const { data, etag } = await api.getContact({ businessId: 700100, body: { id: 41001, experienceScore: true } });
const saved = await api.saveContact({ businessId: 700100, body: { ...data, firstName: 'Adele' } }, { ifMatch: etag });
const { data: contact } = await api.getContact({ businessId: 700100, body: { id: saved.data.id } });
console.log('contact:', contact.firstName, contact.lastName);

const part = await api.getBusiness({ businessId, fields: 'name,location.city' });
console.log('part:', part.data.name, Object.keys(part.data).length);
`;

/** What must stay an error: of selected fields none is there for sure, and an update needs its required fields. */
const WRONG = `import { PartnerListing } from 'partner-listing-client';
const api = new PartnerListing({ baseUrl: '', apiKey: '' });
const part = await api.getBusiness({ businessId: 1, fields: 'name' });
export const update = api.updateBusiness({ businessId: 1, body: { ...part.data, name: 'New' } });
const { data } = await api.getBusiness({ businessId: 1 });
export const wrongType = api.updateBusiness({ businessId: 1, body: { ...data, name: 1 } });
export const wrongStatus = api.updateBusiness({ businessId: 1, body: { ...data, businessStatus: 'Closed' } });
`;

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  types: ['node'],
  typeRoots: [join(projectRoot, 'node_modules/@types')],
};

describe('The round trip with the client', () => {
  let directory: string;
  let service: Service;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'round-trip-'));
    [service] = await Promise.all([
      startDemoService([], { requestsOnly: true }),
      buildClient(join(directory, 'node_modules/partner-listing-client')),
    ]);
    await Promise.all([
      writeFile(join(directory, 'package.json'), '{ "type": "module" }'),
      writeFile(join(directory, 'round-trips.ts'), ROUND_TRIPS),
      writeFile(join(directory, 'wrong.ts'), WRONG),
    ]);
  });
  afterAll(async () => {
    await service?.close();
    await rm(directory, { recursive: true, force: true });
  });

  it.each([{}, { exactOptionalPropertyTypes: true }])('compiles without a cast, %o', (more) => {
    const files = ['round-trips.ts', 'wrong.ts'].map((file) => join(directory, file));
    expect(compilerFindings(ts.createProgram(files, { ...options, ...more }))).toEqual([
      expect.stringMatching(/wrong\.ts:4: .*(?:undefined|optional)/s),
      expect.stringMatching(/wrong\.ts:6: Type 'number' is not assignable to type 'string'/),
      expect.stringMatching(/wrong\.ts:7: Type '"Closed"' is not assignable/),
    ]);
  });

  it('changes the one field that was changed', async () => {
    const { stdout } = await run(process.execPath, ['round-trips.ts', service.url, await demoKey()], {
      cwd: directory,
    });
    expect(stdout.trim().split('\n')).toEqual([
      'business: Copper Kettle Grill > Copper Kettle',
      'location: Suite 9 0',
      'listing: Steaks Copper Kettle',
      'contact: Adele Field',
      'part: Copper Kettle 2',
    ]);
  });
});
