/** The chain of middy as its documentation shows it: Ajv compiled when the function starts, the stock document client. */
import middy from '@middy/core';
import httpErrorHandler from '@middy/http-error-handler';
import httpJsonBodyParser from '@middy/http-json-body-parser';
import { Ajv } from 'ajv';
import { documentStore } from './document-store.js';
import { Failure, secretIn } from './domain.js';

const store = documentStore();

/** The error handler sends the message of an error that has a status. */
const mapErrors = () => ({
  onError: (request) => {
    const { error } = request;
    if (!(error instanceof Failure)) return;
    request.error = Object.assign(new Error(JSON.stringify(error.body)), { statusCode: error.status, expose: true });
  },
});
const authenticate = () => ({
  before: async ({ event }) => {
    event.partnerId = await store.partnerOf(secretIn(event.headers));
  },
});
const validate = (schema, violationOf) => {
  const check = new Ajv({ strict: false, validateFormats: false }).compile(schema);
  return {
    before: ({ event }) => {
      if (!check(event.body)) throw violationOf(schema, check.errors[0]);
    },
  };
};
const reply = () => ({
  after: (request) => {
    request.response = {
      statusCode: 200,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(request.response),
    };
  },
});

export const chain = (schema, violationOf, handle) =>
  middy()
    .use(httpErrorHandler({ logger: false }))
    .use(mapErrors())
    .use(authenticate())
    .use(httpJsonBodyParser())
    .use(validate(schema, violationOf))
    .use(reply())
    .handler((event) => handle(store, event.partnerId, event));
