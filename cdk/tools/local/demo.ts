/** The demo data, and one command for each operation that works on it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export const demoFile = join(import.meta.dirname, 'demo.jsonl');

/** The partner whose key the commands use: where it is stored, the demo data has been loaded. */
export const demoPartner = 'orchard';

interface DemoKey {
  readonly type: string;
  readonly partnerId: string;
  readonly plan: string;
  readonly key: string;
}

const demoKeys = async (): Promise<DemoKey[]> =>
  (await readFile(demoFile, 'utf8'))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as DemoKey)
    .filter(({ type }) => type === 'apiKey');

/** The requests of the README: what each does, its path, and its options for curl. */
export const demoRequests = [
  {
    what: 'Update a business',
    path: '/v1/business/700101',
    options: [
      '-X PUT',
      `-d '{"emailId":"hello@copperkettle.example","phone":"(503) 555-0142","services":"dinner, catering","keywords":"grill, wine"}'`,
    ],
  },
  {
    what: 'Get a contact',
    path: '/v1/customer-v2/external/getCustomer?businessId=700100',
    options: [`-d '{"email":"ada.field@mail.example","experienceScore":true}'`],
  },
  {
    what: 'Retrieve menu details',
    path: '/v1/listing/menu-details',
    options: ["-H 'x-business-number: 700100'", `-d '{"businessNumbers":[700102]}'`],
  },
  {
    what: "Add a competitor's review link",
    path: '/v1/aggregation/competitor/710001/700101',
    options: [`-d '{"sourceAlias":"alpha","url":"https://alpha.example/places/rival"}'`],
  },
  { what: 'Get the maps action links of a location', path: '/v1/listing/700101/maps-action-links', options: [] },
] as const;

/** The key of the commands. */
export const demoKey = async (): Promise<string> =>
  (await demoKeys()).find(({ partnerId }) => partnerId === demoPartner)?.key ?? '';

/** The demo keys, and the demo requests as commands to paste. */
export const demoCommands = async (url: string): Promise<string> => {
  const keys = await demoKeys();
  const key = await demoKey();
  return [
    'Demo keys:',
    ...keys.map((each) => `  ${each.key}  (partner ${each.partnerId}, plan ${each.plan})`),
    ...demoRequests.flatMap(({ what, path, options }) => [
      '',
      `# ${what}`,
      [
        'curl',
        '-s',
        ...options,
        ...(options.length > 0 ? ["-H 'content-type: application/json'"] : []),
        `-H 'x-api-key: ${key}'`,
        `'${url}${path}'`,
      ].join(' '),
    ]),
    '',
  ].join('\n');
};
