import { updateBusiness } from '../../../lib/business/contracts/update-business.ts';
import { violationOf } from '../../../lib/contract/violations.ts';
import { Failure } from './domain.js';
import { chain } from './naive.js';

const failureOf = (schema, error) => {
  const { status, code, message } = violationOf(schema, error).error;
  return new Failure(status, code, message);
};

export const handler = chain(updateBusiness.request, failureOf, (store, partnerId, { pathParameters, body }) =>
  store.updateBusiness(partnerId, pathParameters.businessId, body),
);
