/** A handler on the stock document client: no framework, no checks of the body. */

import { documentStore } from './document-store.js';
import { answering } from './domain.js';

export const bareHandler = (store) =>
  answering(store.partnerOf, (partnerId, event, body) =>
    event.httpMethod === 'PUT'
      ? store.updateBusiness(partnerId, event.pathParameters.businessId, body)
      : store.findContact(partnerId, event.queryStringParameters.businessId, body),
  );

export const handler = bareHandler(documentStore());
