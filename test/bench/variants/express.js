/** Express with serverless-express, with zod. */
import serverlessExpress from '@codegenie/serverless-express';
import express from 'express';
import { documentStore, explicitSettings } from './document-store.js';
import { Failure } from './domain.js';
import { parseProfile, parseQuery } from './schemas.js';

const store = documentStore(explicitSettings());
const app = express();

app.use(express.json());
app.use(async (request, _response, next) => {
  request.partnerId = await store.partnerOf(request.headers['x-api-key']);
  next();
});

app.put('/v1/business/:businessId', async ({ partnerId, params, body }, response) => {
  response.json(await store.updateBusiness(partnerId, params.businessId, parseProfile(body)));
});
app.post('/v1/customer-v2/external/getCustomer', async ({ partnerId, query, body }, response) => {
  response.json(await store.findContact(partnerId, query.businessId, parseQuery(body)));
});

app.use((error, _request, response, next) => {
  if (error instanceof Failure) response.status(error.status).json(error.body);
  else next(error);
});

export const handler = serverlessExpress({ app });
