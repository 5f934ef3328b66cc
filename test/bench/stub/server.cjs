/** The stub as a server of its own process that prints its port, and ends when its input does. */
'use strict';
const { readFileSync } = require('node:fs');
const { createStub } = require('./answer.cjs');

const { items, tls } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const answer = createStub(items);

const server = require('node:https').createServer({ ...tls, keepAliveTimeout: 60_000 }, (request, response) => {
  const pieces = [];
  request.on('data', (piece) => pieces.push(piece));
  request.on('end', () => {
    const operation = request.headers['x-amz-target'].split('.')[1];
    const text = Buffer.concat(pieces).toString();
    const { status, body } = answer(operation, text);
    response.writeHead(status, {
      'content-type': 'application/x-amz-json-1.0',
      'content-length': body.length,
      'x-amzn-requestid': 'STUB',
    });
    response.end(body);
  });
});
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ port: server.address().port })));
process.stdin.on('end', () => process.exit(0)).resume();
