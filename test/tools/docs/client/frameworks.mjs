/** Receivers in frameworks of Node, each with `verify` of its headers as they are. Prints their URLs by name. */
import { createServer } from 'node:http';
import { serve } from '@hono/node-server';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import { webhooks } from 'partner-listing-client';

const SECRET = process.env.WEBHOOK_SECRET;
/** The status of a request, and its type or the error's name. */
const received = (body, headers) =>
  webhooks.verify(body, headers, SECRET).then(
    ({ type }) => ({ status: 200, text: type }),
    ({ name }) => ({ status: 400, text: name }),
  );
const at = (server) => `http://127.0.0.1:${server.address().port}`;
const listening = (server) => new Promise((resolve) => server.once('listening', () => resolve(at(server))));

const node = createServer(async (request, response) => {
  const { status, text } = await received(Buffer.concat(await request.toArray()), request.headers);
  response.writeHead(status).end(text);
});

const inExpress = express().post('/', express.raw({ type: '*/*' }), async (request, response) => {
  const { status, text } = await received(request.body, request.headers);
  response.status(status).send(text);
});

const inFastify = fastify();
inFastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
inFastify.post('/', async (request, reply) => {
  const { status, text } = await received(request.body, request.headers);
  return reply.status(status).send(text);
});

const inHono = (headersOf) =>
  new Hono().post('/', async (context) => {
    const { status, text } = await received(await context.req.arrayBuffer(), headersOf(context));
    return context.text(text, status);
  });
const hono = (headersOf) =>
  new Promise((resolve) => {
    const server = serve({ fetch: inHono(headersOf).fetch, port: 0, hostname: '127.0.0.1' }, () => resolve(at(server)));
  });

console.log(
  JSON.stringify({
    node: await listening(node.listen(0, '127.0.0.1')),
    express: await listening(inExpress.listen(0, '127.0.0.1')),
    fastify: await inFastify.listen({ port: 0, host: '127.0.0.1' }),
    'hono, a record': await hono(({ req }) => req.header()),
    'hono, Headers of Fetch': await hono(({ req }) => req.raw.headers),
  }),
);
