/** Searches the outputs of the operator's commands, the assembly, and what the service wrote. */
import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { issueKey } from '../../tools/admin/keys-issue.ts';
import { listIssuedKeys } from '../../tools/admin/keys-list.ts';
import { revokeKey } from '../../tools/admin/keys-revoke.ts';
import { rotateKey } from '../../tools/admin/keys-rotate.ts';
import { openTarget } from '../../tools/admin/target.ts';
import { scanItems } from '../../tools/data/commands/scan.ts';
import type { Service } from '../../tools/local/service.ts';
import { load } from '../support/load.ts';
import { KEYS } from '../support/world.ts';
import { recordingIo } from '../tools/admin/recording-io.ts';
import type { Trial } from './part.ts';
import { CONTACT, secretIn, UNKNOWN_KEY } from './secrets-known.ts';

/** The commands that know secrets print one only where they hand it out, and once; the table knows none. */
export const searchCommands = async (service: Service): Promise<string[]> => {
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
export const searchRefusals = async ({ table }: Service): Promise<string[]> => {
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
export const searchAssembly = async ({ assemblyDirectory }: Trial): Promise<{ files: number; failures: string[] }> => {
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
export const searchWritten = async ({ writtenFile }: Trial): Promise<{ lines: number; failures: string[] }> => {
  const failures: string[] = [];
  let lines = 0;
  if (writtenFile === undefined) return { lines, failures };
  for await (const line of createInterface({ input: createReadStream(writtenFile, 'utf8') })) {
    lines++;
    if (failures.length < 10) failures.push(...secretIn('written by the parts before', line));
  }
  return { lines, failures };
};
