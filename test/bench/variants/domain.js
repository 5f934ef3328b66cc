/**
 * What every variant shares, so that the difference between them is the framework, the client and the bundle: the keys of the
 * items, the replies, and the expression of the update. None of it is ours alone: each variant would have it.
 */
import { hash } from 'node:crypto';
import { businessReply } from '../../../lib/business/reply.ts';
import { businessKey } from '../../../lib/business/repository/business.ts';
import { contactKey, contactPointerKey } from '../../../lib/contacts/repository/contact.ts';
import { contactIdentifier } from '../../../lib/contacts/rules/contact-lookup.ts';
import { accountKey } from '../../../lib/partners/repository/account.ts';
import { apiKeyKey } from '../../../lib/partners/repository/api-key.ts';

export { businessKey, businessReply };

export class Failure extends Error {
  constructor(status, code, message) {
    super(message);
    this.status = status;
    this.body = { code, message };
  }
}
export const failures = {
  keyMissing: () => new Failure(401, 1167, 'API key is missing'),
  keyInvalid: () => new Failure(401, 1161, 'Invalid API key'),
  businessNotFound: () => new Failure(404, 1175, 'No business exists with the given id'),
  accountNotFound: () => new Failure(404, 1532, 'Business id is missing or invalid'),
  accountInvalid: () => new Failure(404, 1011, 'Business id is invalid'),
  contactNotFound: () => new Failure(404, 5043, 'No contact matches the request'),
};

export const secretIn = (headers) => headers['x-api-key'] ?? headers['X-Api-Key'];

/** Remembers keys for a minute, as ours does. */
export const keyLookup = (getKey) => {
  const known = new Map();
  return async (secret) => {
    if (!secret) throw failures.keyMissing();
    const sha256 = hash('sha256', secret, 'hex');
    let entry = known.get(sha256);
    if (!entry || entry.until < Date.now()) {
      const apiKey = await getKey(apiKeyKey(sha256), false);
      if (!apiKey) throw failures.keyInvalid();
      entry = { apiKey, until: Date.now() + 60_000 };
      known.set(sha256, entry);
    }
    return entry.apiKey.partnerId;
  };
};

const answer = (statusCode, body) => ({
  statusCode,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});

/** A handler without a framework. */
export const answering = (partnerOf, handle) => async (event) => {
  try {
    const partnerId = await partnerOf(secretIn(event.headers));
    return answer(200, await handle(partnerId, event, JSON.parse(event.body)));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return answer(error.status, error.body);
  }
};

const NESTED = [
  'location',
  'covidInfo',
  'gammaListing',
  'internalListing',
  'betaListing',
  'alphaListing',
  'socialProfileURLs',
];

const flat = (body) =>
  Object.entries(body).flatMap(([name, value]) =>
    NESTED.includes(name) ? Object.entries(value).map(([field, each]) => [`${name}.${field}`, each]) : [[name, value]],
  );

/** One conditional UpdateItem that answers with the new record. */
export const updateInput = (TableName, businessNumber, partnerId, body) => {
  const fields = flat(body);
  return {
    TableName,
    Key: businessKey(partnerId, businessNumber),
    UpdateExpression: `SET ${fields.map((_, index) => `#f${index} = :f${index}`).join(', ')} ADD #version :one`,
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeNames: {
      '#version': 'version',
      ...Object.fromEntries(fields.map(([path], index) => [`#f${index}`, path])),
    },
    ExpressionAttributeValues: {
      ':one': 1,
      ...Object.fromEntries(fields.map(([, value], index) => [`:f${index}`, value])),
    },
    ReturnValues: 'ALL_NEW',
  };
};

const candidatesOf = (owner, identifier) => {
  if ('id' in identifier) return [contactKey(owner, identifier.id)];
  if ('email' in identifier) return [contactPointerKey(owner, 'EMAIL', identifier.email)];
  if ('cid' in identifier) return [contactPointerKey(owner, 'CID', identifier.cid)];
  return identifier.phones.map((phone) => contactPointerKey(owner, 'PHONE', phone));
};

/** Account, the location that the number may be, and contact or pointer in one call: as many calls as ours takes. */
export const findContact = async ({ get, batchGet }, partnerId, businessId, body) => {
  const number = Number(businessId);
  const owner = { partnerId, accountNumber: number };
  const identifier = contactIdentifier(body);
  const candidates = candidatesOf(owner, identifier);
  const account = accountKey(partnerId, number);
  const items = await batchGet([account, businessKey(partnerId, number), ...candidates]);
  const at = (key) => items.find((item) => item.pk === key.pk && item.sk === key.sk);
  if (!at(account)) throw failures.accountNotFound();
  const found = candidates.map(at).find((item) => item !== undefined);
  if (!found) throw failures.contactNotFound();
  const contact = found.contact ?? (await get(contactKey(owner, found.contactId)))?.contact;
  if (!contact) throw failures.contactNotFound();
  // Apart, so that an update does not pay for the date format of a contact, as ours does not: a bundle of its own.
  const { contactReply } = await import('../../../lib/contacts/reply.ts');
  return contactReply(contact, { cid: identifier.cid, experienceScore: body.experienceScore });
};
