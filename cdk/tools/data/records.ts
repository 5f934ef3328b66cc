/**
 * The records that an operator brings, one JSON object for each line (data format). Pure: from a line to a record in
 * the form that the store keeps, or to the reason why it is refused.
 */

import { profile } from '../../../lib/business/contracts/update-business.ts';
import { newProfile } from '../../../lib/business/rules/profile-update.ts';
import { contact } from '../../../lib/contacts/contracts/get-contact.ts';
import type { Contact } from '../../../lib/contacts/repository/contact.ts';
import { identifier, text, trueOrFalse } from '../../../lib/contract/atoms.ts';
import { isObject, type JsonObject, normalize } from '../../../lib/contract/coercion.ts';
import { timeOf } from '../../../lib/contract/times.ts';
import { type Validate, violationOf } from '../../../lib/contract/violations.ts';
import { menu } from '../../../lib/menus/contracts/get-menu-details.ts';
import type { MenuRecord } from '../../../lib/menus/repository/menu.ts';

export type DataRecord =
  | { readonly type: 'partner'; readonly partnerId: string; readonly name: string }
  | {
      readonly type: 'apiKey';
      readonly partnerId: string;
      readonly key: string;
      readonly plan: string;
      readonly expiresAt?: string;
      readonly revoked?: boolean;
    }
  | { readonly type: 'account'; readonly accountNumber: number; readonly partnerId: string; readonly name: string }
  | {
      readonly type: 'business';
      readonly businessNumber: number;
      readonly accountNumber: number;
      readonly bid?: number;
      readonly listingFixed?: boolean;
      readonly mapsCategoryId?: string;
      /** By path; see `newProfile`. */
      readonly profile: Readonly<Record<string, unknown>>;
    }
  | { readonly type: 'contact'; readonly accountNumber: number; readonly contact: Contact }
  | { readonly type: 'menu'; readonly businessNumber: number; readonly menu: MenuRecord }
  | {
      readonly type: 'competitor';
      readonly compAccountId: number;
      readonly accountNumber: number;
      readonly name: string;
    };

const number = { ...identifier, minimum: 1 } as const;
const partnerId = {
  ...text,
  pattern: '^[a-z0-9-]{1,64}$',
  'x-errors': { pattern: 'must be 1 to 64 of a-z, 0-9 and -' },
} as const;
const secret = {
  ...text,
  pattern: '^[A-Za-z0-9_-]{20,128}$',
  'x-errors': { pattern: 'must be 20 to 128 of A-Z, a-z, 0-9, _ and -' },
} as const;
const isoDate = {
  ...text,
  pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T[0-9:.]+(?:Z|[+-][0-9:]+)?)?$',
  'x-errors': { pattern: 'must be an ISO 8601 date' },
} as const;

/** A record's fields; those that are not optional are required. */
const record = (properties: Readonly<Record<string, unknown>>, optional: Readonly<Record<string, unknown>> = {}) => ({
  type: 'object',
  required: Object.keys(properties),
  properties: { ...properties, ...optional },
});

/** The rules of each type of record (data format). */
export const recordSchemas = {
  partner: record({ partnerId, name: text }),
  apiKey: record({ partnerId, key: secret, plan: text }, { expiresAt: isoDate, revoked: trueOrFalse }),
  account: record({ accountNumber: number, partnerId, name: text }),
  business: record(
    { businessNumber: number, accountNumber: number, business: profile },
    { bid: { type: 'number' }, listingFixed: trueOrFalse, mapsCategoryId: text },
  ),
  contact: record({ accountNumber: number, contact }),
  menu: record({ businessNumber: number, menu }),
  competitor: record({ compAccountId: number, accountNumber: number, name: text }),
} as const;

type RecordType = keyof typeof recordSchemas;

/** What a line holds: a record, or the reason why it is refused. */
export type Reading = { readonly record: DataRecord } | { readonly refused: string };

const isRecordType = (type: unknown): type is RecordType =>
  typeof type === 'string' && Object.hasOwn(recordSchemas, type);

const parse = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
};

/** A business record with its profile in the form of the store; an empty profile may come as a blank. */
const businessRecord = (body: JsonObject, source: JsonObject): JsonObject => {
  const { business, ...own } = body;
  const sent = isObject(source.business) ? source.business : {};
  return { ...own, profile: isObject(business) ? newProfile(normalize(profile, sent)) : {} };
};

/** @param compile - compiles a schema; done once for each type of record */
export const recordReader = (compile: (schema: unknown) => Validate): ((line: string) => Reading) => {
  const validators = new Map(Object.entries(recordSchemas).map(([type, schema]) => [type, compile(schema)]));
  return (line) => {
    const value = parse(line);
    if (!isObject(value)) return { refused: 'not a JSON object' };
    const { type } = value;
    if (!isRecordType(type)) return { refused: `unknown type ${JSON.stringify(type) ?? '(none)'}` };
    const schema = recordSchemas[type];
    const validate = validators.get(type) as Validate;
    const { body } = normalize(schema, value);
    if (!validate(body)) {
      const [error] = validate.errors ?? [];
      return { refused: error ? violationOf(schema, error).error.message : 'not valid' };
    }
    if (body.expiresAt !== undefined) {
      const expiresAt = timeOf(String(body.expiresAt));
      if (Number.isNaN(expiresAt)) return { refused: 'expiresAt must be an ISO 8601 date' };
      // In UTC: a time without a zone would mean another moment on another machine.
      body.expiresAt = new Date(expiresAt).toISOString();
    }
    const fields = type === 'business' ? businessRecord(body, value) : body;
    return { record: { type, ...fields } as unknown as DataRecord };
  };
};
