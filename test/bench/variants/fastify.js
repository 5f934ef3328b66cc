/** Fastify with its adapter for AWS Lambda, with zod. */
import awsLambdaFastify from '@fastify/aws-lambda';
import Fastify from 'fastify';
import { documentStore, explicitSettings } from './document-store.js';
import { Failure } from './domain.js';
import { parseProfile, parseQuery } from './schemas.js';

const store = documentStore(explicitSettings());
const app = Fastify();

app.decorateRequest('partnerId', '');
app.addHook('onRequest', async (request) => {
  request.partnerId = await store.partnerOf(request.headers['x-api-key']);
});
app.setErrorHandler((error, _request, reply) => {
  if (!(error instanceof Failure)) throw error;
  reply.status(error.status).send(error.body);
});

app.put('/v1/business/:businessId', ({ partnerId, params, body }) =>
  store.updateBusiness(partnerId, params.businessId, parseProfile(body)),
);
app.post('/v1/customer-v2/external/getCustomer', ({ partnerId, query, body }) =>
  store.findContact(partnerId, query.businessId, parseQuery(body)),
);

export const handler = awsLambdaFastify(app);
