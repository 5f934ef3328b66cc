import { getContact } from '../../../lib/contacts/contracts/get-contact.ts';
import { violationOf } from '../../../lib/contract/violations.ts';
import { Failure } from './domain.js';
import { chain } from './naive.js';

const failureOf = (schema, error) => {
  const { status, code, message } = violationOf(schema, error).error;
  return new Failure(status, code, message);
};

export const handler = chain(getContact.request, failureOf, (store, partnerId, { queryStringParameters, body }) =>
  store.findContact(partnerId, queryStringParameters.businessId, body),
);
