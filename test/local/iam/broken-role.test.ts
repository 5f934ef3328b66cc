/** A role that lacks a right: what a test of a handler sees of it, and what the local service does. */
import { randomUUID } from 'node:crypto';
import { readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { handler } from '../../../functions/business/get-business.ts';
import { denialText } from '../../../tools/local/iam/authority.ts';
import { functionIdOf } from '../../../tools/local/iam/roles.ts';
import { startService } from '../../../tools/local/service.ts';
import { temporaryDirectory } from '../../stack/synthesized.ts';
import { answerOf, call } from '../../support/call.ts';
import { load } from '../../support/load.ts';
import { endWithFile } from '../../support/made-tables.ts';
import { openWorld } from '../../support/opened-world.ts';
import { roles, takeDenials } from '../../support/roles/record.ts';
import { KEYS, world } from '../../support/world.ts';

const NAMED =
  /^GetBusiness may not dynamodb:(?:Batch)?GetItem on arn:\S+:table\/\w+ \(partition key .+\): no statement/;

it('fails the test of a handler, by the name of function, action, resource and key', async () => {
  await openWorld();
  const { functions } = roles();
  const id = functionIdOf(roles(), 'get-business');
  const { statements } = functions[id]!;
  const without = statements.filter(({ actions = [] }) => !actions.includes('dynamodb:getitem'));
  expect(without.length).toBeLessThan(statements.length);
  Object.assign(functions[id]!, { statements: without });
  try {
    const { status } = await answerOf(call(handler, { path: { businessId: '101' }, key: KEYS.ours }));
    expect(status).toBe(500);
    const denials = takeDenials();
    expect(denials.length).toBeGreaterThan(0);
    for (const denial of denials) expect(denial).toMatch(NAMED);
  } finally {
    Object.assign(functions[id]!, { statements });
  }
});

/** The assembly of the run with its templates as they would be without a right of a role. */
const assemblyWithout = async (role: string, action: string): Promise<string> => {
  const [from, to] = [inject('assemblyDirectory'), await temporaryDirectory()];
  for (const name of await readdir(from)) {
    if (!name.endsWith('.template.json')) {
      await symlink(join(from, name), join(to, name));
      continue;
    }
    const template = JSON.parse(await readFile(join(from, name), 'utf8'));
    for (const [id, { Properties }] of Object.entries<{ Properties?: { Policies?: unknown } }>(template.Resources)) {
      if (!id.startsWith(role) || !Properties?.Policies) continue;
      Properties.Policies = JSON.parse(JSON.stringify(Properties.Policies).replaceAll(`"${action}"`, '"none:None"'));
    }
    await writeFile(join(to, name), JSON.stringify(template));
  }
  return to;
};

it('is refused over HTTP, and named', async () => {
  const denied: string[] = [];
  const service = await startService({
    assemblyDirectory: await assemblyWithout('GetBusinessRole', 'dynamodb:GetItem'),
    tableName: `service-${randomUUID()}`,
    onOutput: () => {},
    onDenied: (denial) => denied.push(denialText(denial)),
    load: async (table) => {
      endWithFile(table);
      expect(await load(table, world)).toEqual([]);
    },
  });
  try {
    const ask = (path: string) => fetch(service.url + path, { headers: { 'x-api-key': KEYS.ours } });
    expect((await ask('/v1/listing/101/maps-action-links')).status).toBe(200);
    expect(denied).toEqual([]);
    expect((await ask('/v1/business/101')).status).toBe(500);
    expect(new Set(denied)).toEqual(new Set([expect.stringMatching(NAMED)]));
  } finally {
    await service.close();
  }
});
