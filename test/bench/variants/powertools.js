/** The event handler of Powertools for AWS Lambda, with zod. */
import { Router } from '@aws-lambda-powertools/event-handler/http';
import { documentStore, explicitSettings } from './document-store.js';
import { Failure } from './domain.js';
import { parseProfile, parseQuery } from './schemas.js';

const store = documentStore(explicitSettings());
const app = new Router();

const partnerOf = (request) => store.partnerOf(request.headers.get('x-api-key'));

app.errorHandler(Failure, async ({ status, body }) => Response.json(body, { status }));

app.put('/v1/business/:businessId', async ({ req, params }) => {
  const partnerId = await partnerOf(req);
  return store.updateBusiness(partnerId, params.businessId, parseProfile(await req.json()));
});

app.post('/v1/customer-v2/external/getCustomer', async ({ req }) => {
  const partnerId = await partnerOf(req);
  const businessId = new URL(req.url).searchParams.get('businessId');
  return store.findContact(partnerId, businessId, parseQuery(await req.json()));
});

export const handler = async (event, context) => app.resolve(event, context);
