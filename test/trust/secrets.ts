/**
 * Secrets and personal data: no key, and no name, email or phone of a contact, in anything that the service writes: logs,
 * outputs of the operator's commands, errors, the template and what is deployed with it. What all other parts made it write is
 * searched too, so this part runs last.
 */
import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { issueKey } from '../../cdk/tools/admin/keys-issue.ts';
import { listIssuedKeys } from '../../cdk/tools/admin/keys-list.ts';
import { revokeKey } from '../../cdk/tools/admin/keys-revoke.ts';
import { rotateKey } from '../../cdk/tools/admin/keys-rotate.ts';
import { openTarget } from '../../cdk/tools/admin/target.ts';
import { scanItems } from '../../cdk/tools/data/commands/scan.ts';
import type { Service } from '../../cdk/tools/local/service.ts';
import { businessKey } from '../../lib/business/repository/business.ts';
import { contactKey } from '../../lib/contacts/repository/contact.ts';
import { menuKey } from '../../lib/menus/repository/menu.ts';
import { recordingIo } from '../cdk/tools/admin/recording-io.ts';
import { load } from '../support/load.ts';
import { KEYS, REQUIRED, world } from '../support/world.ts';
import { type Fault, type FaultProxy, faultKinds, silences, startFaultProxy } from './fault-proxy.ts';
import type { Part, Trial } from './part.ts';
import { startRig } from './rig.ts';

/** A contact whose data differs from everything else. */
const CONTACT = {
  id: 77_001,
  firstName: 'Zephyrine',
  lastName: 'Quillfeather',
  email: 'zephyrine.quillfeather@mail.example',
  phone: '(503) 555-0193',
  mappings: [{ cid: 77_011, location: 'One', bid: 7, businessNumber: 101 }],
};
const UNKNOWN_KEY = 'trust-key-that-nobody-has-0001';

const contactsOf = (records: readonly unknown[]) =>
  (records as { type: string; contact?: { email?: string; phone?: string } }[]).flatMap(({ contact }) => contact ?? []);

const digitsOf = (phone: string) => phone.replace(/[^0-9]/g, '');

/** What must not be seen, and the forms in which it would be the same. */
const SECRETS: readonly string[] = [
  ...Object.values(KEYS),
  UNKNOWN_KEY,
  CONTACT.firstName,
  CONTACT.lastName,
  ...[CONTACT, ...contactsOf(world)].flatMap(({ email, phone }) => [
    ...(email ? [email] : []),
    ...(phone ? [phone, digitsOf(phone)] : []),
  ]),
].flatMap((secret) => [secret, Buffer.from(secret).toString('base64').slice(0, -4), encodeURIComponent(secret)]);

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Also what an issued key begins with, and any header that holds a key. */
const FORBIDDEN = new RegExp(
  [...new Set(SECRETS)]
    .map(escaped)
    .concat('plk_[\\w-]{20,}', 'x-api-key["\']?\\s*[:=]\\s*\\[?["\'][^"\']{8,}')
    .join('|'),
  'i',
);

/** The first secret in a text, with what stands before it. */
const secretIn = (where: string, text: string): string[] => {
  const found = FORBIDDEN.exec(text);
  return found ? [`${where}: ${text.slice(Math.max(0, found.index - 80), found.index + found[0].length)}`] : [];
};

interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

const contactBy = (body: unknown, businessId: string | number = 100): Request => ({
  method: 'POST',
  path: `/v1/customer-v2/external/getCustomer?businessId=${businessId}`,
  body,
});
const update = (body: object | string, number = 101): Request => ({
  method: 'PUT',
  path: `/v1/business/${number}`,
  body: typeof body === 'string' ? body : { ...REQUIRED, ...body },
});
const menus: Request = { method: 'POST', path: '/v1/listing/menu-details', headers: { 'x-business-number': '100' } };

/** Every operation, right and wrong, with personal data wherever there is room for it. */
const REQUESTS: readonly Request[] = [
  contactBy({ email: CONTACT.email }),
  contactBy({ phone: CONTACT.phone }),
  contactBy({ id: CONTACT.id, experienceScore: true }),
  contactBy({ cid: 77_011 }),
  contactBy({ email: [CONTACT.email] }),
  contactBy({ email: `${CONTACT.email}${'x'.repeat(400)}` }),
  contactBy({ id: CONTACT.email }),
  contactBy({ experienceScore: CONTACT.phone, id: 1 }),
  contactBy({ email: CONTACT.email }, CONTACT.email),
  contactBy({ email: CONTACT.email }, 200),
  contactBy(`{"email":"${CONTACT.email}"`),
  contactBy(`${CONTACT.email}`),
  contactBy(`{"__proto__":"${CONTACT.email}"}`),
  { ...contactBy({ email: CONTACT.email }), headers: { 'content-type': CONTACT.email } },
  update({ fax: CONTACT.email }),
  update({ businessStatus: CONTACT.lastName, establishedYear: CONTACT.phone }),
  update({ alphaListing: { attributes: { owner: CONTACT.email } } }),
  update(`{"emailId":${CONTACT.email}}`),
  update({}, 999),
  { ...update({ name: CONTACT.firstName }), headers: { 'idempotency-key': 'k', 'if-match': CONTACT.email } },
  menus,
  { ...menus, body: { businessNumbers: [CONTACT.email], sortBy: CONTACT.phone } },
  { ...menus, headers: { 'x-business-number': CONTACT.phone } },
  {
    method: 'POST',
    path: '/v1/aggregation/competitor/301/101',
    body: { sourceAlias: 'alpha', url: 'https://alpha.example/x' },
  },
  { method: 'POST', path: '/v1/aggregation/competitor/301/101', body: { sourceAlias: CONTACT.email, url: 'x' } },
  { method: 'GET', path: '/v1/listing/101/maps-action-links' },
];

const ask = async ({ url }: Service, key: string | undefined, { method, path, headers, body }: Request) => {
  const response = await fetch(url + path, {
    method,
    headers: { ...(key !== undefined && { 'x-api-key': key }), 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text(), headers: JSON.stringify([...response.headers]) };
};

/** A partner sees what it owns; an error shows nothing of a contact or of a key, not even of what was sent. */
const searchAnswers = async (service: Service): Promise<{ asked: number; faults: number; failures: string[] }> => {
  const failures: string[] = [];
  let [asked, faults] = [0, 0];
  for (const problem of [false, true]) {
    for (const key of [KEYS.ours, KEYS.theirs, KEYS.revoked, KEYS.expired, UNKNOWN_KEY, undefined]) {
      for (const request of REQUESTS) {
        const accept = problem ? 'application/problem+json' : 'application/json';
        const { status, text, headers } = await ask(service, key, {
          ...request,
          headers: { accept, ...request.headers },
        });
        asked++;
        if (status >= 500) faults++;
        const isAnswer = status === 200 && key === KEYS.ours;
        const where = `${status} to ${request.method} ${request.path.split('?')[0]}`;
        failures.push(...secretIn(where, isAnswer ? '' : text), ...secretIn(`headers of ${where}`, headers));
      }
    }
  }
  return { asked, faults, failures };
};

/** Records that no import would have written: reading them fails inside a function, with what they hold at hand. */
const breakRecords = async ({ table }: Service): Promise<void> => {
  const owner = { accountNumber: 100, partnerId: 'ours' };
  await table.put({
    Item: {
      ...businessKey('ours', 103),
      ...owner,
      businessNumber: 103,
      'alphaListing.attributes': `${CONTACT.email} {`,
    },
  });
  await table.put({
    Item: { ...menuKey('ours', 103), ...owner, businessNumber: 103, record: `{"owner": ${CONTACT.email}` },
  });
  await table.put({ Item: { ...contactKey(owner, 77_002), ...owner, contact: CONTACT.email } });
};

const BROKEN: readonly Request[] = [
  update({}, 103),
  { ...update({}, 103), headers: { 'if-match': '"1"' } },
  { ...menus, body: { businessNumbers: [103] } },
  contactBy({ id: 77_002 }),
];

/** The commands that know secrets print one only where they hand it out, and once; the table knows none. */
const searchCommands = async (service: Service): Promise<string[]> => {
  const failures: string[] = [];
  const target = await openTarget({ stage: 'prod', endpoint: service.endpoint, table: service.table.name });
  const secrets: string[] = [];
  try {
    const handOut = async (name: string, run: (io: ReturnType<typeof recordingIo>) => Promise<{ secret: string }>) => {
      const io = recordingIo();
      const { secret } = await run(io);
      secrets.push(secret);
      if (io.text().split(secret).length !== 2) failures.push(`${name} does not print the secret once`);
      failures.push(...secretIn(name, io.text().replace(secret, '')));
    };
    const options = { partner: 'handed-out', partnerName: 'Handed out', plan: 'standard' };
    await handOut('keys issue', (io) => issueKey(target, io, options));
    await handOut('keys issue --json', (io) => issueKey(target, io, { ...options, json: true }));
    const list = recordingIo();
    await listIssuedKeys(target, list, { partner: 'handed-out' });
    const id = /^([0-9a-f]{12})/m.exec(list.text())?.[1];
    if (id === undefined) throw new Error(`keys list shows no id: ${list.text()}`);
    await handOut('keys rotate', (io) => rotateKey(target, io, { key: id, overlap: 1000 }));
    await listIssuedKeys(target, list, { json: true });
    await revokeKey(target, list, { key: id });
    failures.push(...secretIn('keys list and keys revoke', list.text()));
    for await (const item of scanItems(target.table)) {
      const text = JSON.stringify(item);
      const held = [...secrets, ...Object.values(KEYS)].find((secret) => text.includes(secret));
      if (held) failures.push(`the table holds a key: ${text.slice(0, 200)}`);
    }
  } finally {
    target.close();
  }
  return failures;
};

/** What is said of records that are refused names the rule, not what the record holds. */
const searchRefusals = async ({ table }: Service): Promise<string[]> => {
  const contact = (fields: object) => ({ type: 'contact', accountNumber: 100, contact: { ...CONTACT, ...fields } });
  const refused = await load(table, [
    contact({ id: CONTACT.email }),
    contact({ id: 78_001 }),
    contact({ id: 78_002, phone: [CONTACT.phone] }),
    contact({ id: 78_003, countryCode: CONTACT.lastName }),
    { type: 'apiKey', partnerId: 'ours', key: `${UNKNOWN_KEY} `, plan: 'enterprise' },
    { type: 'apiKey', partnerId: 'theirs', key: KEYS.ours, plan: 'enterprise' },
  ]);
  return refused.flatMap(({ line, reason }) => secretIn(`the reason that line ${line} is refused`, reason));
};

const FILES = /\.(?:json|mjs|js|txt)$/;

/** The template and all that is deployed with it; the demo data stays at home. */
const searchAssembly = async ({ assemblyDirectory }: Trial): Promise<{ files: number; failures: string[] }> => {
  const failures: string[] = [];
  const entries = await readdir(assemblyDirectory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && FILES.test(entry.name));
  for (const { parentPath, name } of files) {
    const text = await readFile(join(parentPath, name), 'utf8');
    failures.push(...secretIn(name, text));
    if (/demo-[\w-]+-key-\d/.test(text)) failures.push(`${name} holds a demo key`);
    if (!name.endsWith('.template.json')) continue;
    if (text.includes('"AWS::ApiGateway::ApiKey"')) failures.push(`${name} makes a key, whose value would stand in it`);
    if (/"DataTraceEnabled":\s*true/.test(text)) failures.push(`${name} has whole requests logged`);
    if (/context\.(?:identity\.apiKey(?!Id)|path\b|requestOverride)|\$input/.test(text)) {
      failures.push(`${name} has keys, paths as they were sent or bodies in its access log`);
    }
  }
  return { files: files.length, failures };
};

/** What all parts before made the service write. */
const searchWritten = async ({ writtenFile }: Trial): Promise<{ lines: number; failures: string[] }> => {
  const failures: string[] = [];
  let lines = 0;
  if (writtenFile === undefined) return { lines, failures };
  for await (const line of createInterface({ input: createReadStream(writtenFile, 'utf8') })) {
    lines++;
    if (failures.length < 10) failures.push(...secretIn('written by the parts before', line));
  }
  return { lines, failures };
};

const loudFaults = faultKinds.filter((fault) => !silences.includes(fault));

export const secrets: Part = {
  name: 'secrets',
  promise:
    'No key, and no name, email or phone of a contact, stands in a log, a template, an output, an error or a trace.',
  async run(trial) {
    const logs: string[] = [];
    let fault: Fault | undefined;
    let proxy: FaultProxy | undefined;
    const own: Trial = {
      ...trial,
      written: (text) => {
        logs.push(text);
        trial.written(text);
      },
    };
    const rig = await startRig(own, {
      records: [{ type: 'contact', accountNumber: 100, contact: CONTACT }],
      between: async (engine) => {
        proxy = await startFaultProxy(engine, () => fault);
        return proxy.endpoint;
      },
    });
    const failures: string[] = [];
    let asked = 0;
    let faults = 0;
    try {
      const answers = await searchAnswers(rig);
      failures.push(...answers.failures, ...(await searchCommands(rig)), ...(await searchRefusals(rig)));
      await breakRecords(rig);
      const provoke = async (request: Request) => {
        const { status, text } = await ask(rig, KEYS.ours, request);
        asked++;
        if (status >= 500) faults++;
        if (status !== 200) failures.push(...secretIn(`${status} to ${request.method} ${request.path}`, text));
      };
      for (const request of BROKEN) await provoke(request);
      const kinds = trial.size === 'short' ? loudFaults.slice(0, 3) : loudFaults;
      for (fault of kinds)
        for (const request of trial.size === 'short' ? REQUESTS.slice(0, 2) : REQUESTS) await provoke(request);
      fault = undefined;
      asked += answers.asked;
      faults += answers.faults;
    } finally {
      await rig.close();
      proxy?.stop();
    }
    failures.push(...secretIn('logs', logs.join('\n')));
    if (faults === 0 || !logs.some((text) => text.includes('requestId')))
      failures.push('nothing went wrong, so nothing was logged');
    const assembly = await searchAssembly(trial);
    const written = await searchWritten(trial);
    return {
      tried: `${asked} requests, ${faults} of them answered 5xx, the commands about keys, refused records; ${assembly.files} files of the assembly, ${written.lines} lines written by the parts before.`,
      found: `${failures.length + assembly.failures.length + written.failures.length} secrets.`,
      failures: [...failures, ...assembly.failures, ...written.failures],
    };
  },
};
