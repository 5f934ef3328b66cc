/** A handler on the stock document client: no framework, no checks of the body. */

import { documentStore } from './document-store.js';
import { Failure, secretIn } from './domain.js';

const answer = (statusCode, body) => ({
  statusCode,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});

export const bareHandler = (store) => async (event) => {
  try {
    const partnerId = await store.partnerOf(secretIn(event.headers));
    const body = JSON.parse(event.body);
    return answer(
      200,
      event.httpMethod === 'PUT'
        ? await store.updateBusiness(partnerId, event.pathParameters.businessId, body)
        : await store.findContact(partnerId, event.queryStringParameters.businessId, body),
    );
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return answer(error.status, error.body);
  }
};

export const handler = bareHandler(documentStore());
