/** Hono with its adapter for AWS Lambda, with zod. */
import { Hono } from 'hono';
import { handle } from 'hono/aws-lambda';
import { documentStore, explicitSettings } from './document-store.js';
import { Failure } from './domain.js';
import { parseProfile, parseQuery } from './schemas.js';

const store = documentStore(explicitSettings());
const app = new Hono();

app.use(async (c, next) => {
  c.set('partnerId', await store.partnerOf(c.req.header('x-api-key')));
  await next();
});

app.put('/v1/business/:businessId', async (c) =>
  c.json(await store.updateBusiness(c.get('partnerId'), c.req.param('businessId'), parseProfile(await c.req.json()))),
);

app.post('/v1/customer-v2/external/getCustomer', async (c) =>
  c.json(await store.findContact(c.get('partnerId'), c.req.query('businessId'), parseQuery(await c.req.json()))),
);

app.onError((error, c) => {
  if (error instanceof Failure) return c.json(error.body, error.status);
  throw error;
});

export const handler = handle(app);
