/**
 * The format of a file of keys, as `keys export` writes it: JSON lines of partners and of their keys. Keys have the
 * hashes of their secrets; the secrets themselves are not stored. Pure.
 */

import { compile } from '../../cdk/build/validators.ts';
import { timeOf } from '../../lib/contract/times.ts';
import type { StoredApiKey } from '../../lib/partners/repository/api-key.ts';
import type { Partner } from '../../lib/partners/repository/partner.ts';
import { AdminError } from '../io.ts';

/** A key without the fields that belong to the stage: its metering key, and whether its partner is suspended. */
export type FiledKey = Omit<StoredApiKey, 'meteringKey' | 'suspended'>;

export interface KeysFile {
  readonly partners: readonly Partner[];
  readonly keys: readonly FiledKey[];
}

const text = { type: 'string', minLength: 1 } as const;
/** A blank one, which earlier releases stored, counts as none. */
const name = { type: 'string' } as const;
const partnerId = { type: 'string', pattern: '^[a-z0-9-]{1,64}$' } as const;
// All stored times have this format, so they can be compared as texts.
const time = {
  type: 'string',
  pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[.][0-9]{3}Z$',
} as const;

const closed = (type: string, required: readonly string[], properties: object) => ({
  type: 'object',
  additionalProperties: false,
  required: ['type', ...required],
  properties: { type: { const: type }, ...properties },
});

const schemas: Readonly<Record<string, object>> = {
  partner: closed('partner', ['partnerId', 'name'], { partnerId, name, suspendedAt: time }),
  key: closed('key', ['sha256', 'partnerId', 'plan'], {
    sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' },
    partnerId,
    plan: text,
    expiresAt: time,
    revoked: { type: 'boolean' },
    issuedAt: time,
    name,
    // Left out, the key would open all of the partner's accounts.
    connector: { type: 'boolean' },
    accountNumber: { type: 'integer', minimum: 1 },
  }),
};

export const keysText = ({ partners, keys }: KeysFile): string =>
  [
    ...partners.map((partner) => ({ type: 'partner', ...partner })),
    ...keys.map(({ sha256, partnerId, plan, expiresAt, revoked, issuedAt, name, connector, accountNumber }) => ({
      ...{ type: 'key', sha256, partnerId, plan, expiresAt, revoked, issuedAt, name, connector, accountNumber },
    })),
  ]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');

const TIMES = ['suspendedAt', 'expiresAt', 'issuedAt'] as const;

/** Whether each time of a line exists, which its pattern does not say. */
const hasRealTimes = (line: Readonly<Record<string, unknown>>): boolean =>
  TIMES.every((name) => line[name] === undefined || !Number.isNaN(timeOf(String(line[name]))));

const parsed = (line: string): Record<string, unknown> | undefined => {
  try {
    const value = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Reads a file of keys.
 *
 * @throws AdminError that names the first invalid line
 */
export const readKeys = (content: string): KeysFile => {
  const validators = new Map(Object.entries(schemas).map(([type, schema]) => [type, compile(schema)]));
  const partners: Partner[] = [];
  const keys: FiledKey[] = [];
  for (const [index, line] of content.split('\n').entries()) {
    if (line.trim() === '') continue;
    const value = parsed(line);
    const validate = value && validators.get(String(value.type));
    if (!value || !validate?.(value) || !hasRealTimes(value))
      throw new AdminError(`Line ${index + 1} is not a line of keys export. Nothing was imported.`);
    const { type, ...rest } = value;
    if (String(rest.name ?? '').trim() === '') delete rest.name;
    // Without a name, a partner is known by its id.
    if (type === 'partner') partners.push({ name: rest.partnerId, ...rest } as unknown as Partner);
    else keys.push(rest as unknown as FiledKey);
  }
  return { partners, keys };
};
