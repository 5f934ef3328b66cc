/** The stub as a server of its own process; tells its port, and on a line of input what it has been asked since. */
'use strict';
const { readFileSync } = require('node:fs');
const { createInterface } = require('node:readline');
const { createStub } = require('./answer.cjs');

const { items, tls } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const answer = createStub(items);
let seen = { calls: [], sent: 0, received: 0 };

const server = require('node:https').createServer({ ...tls, keepAliveTimeout: 60_000 }, (request, response) => {
  const pieces = [];
  request.on('data', (piece) => pieces.push(piece));
  request.on('end', () => {
    const operation = request.headers['x-amz-target'].split('.')[1];
    const text = Buffer.concat(pieces).toString();
    const { status, body } = answer(operation, text);
    seen.calls.push(operation);
    seen.sent += text.length;
    seen.received += body.length;
    response.writeHead(status, {
      'content-type': 'application/x-amz-json-1.0',
      'content-length': body.length,
      'x-amzn-requestid': 'STUB',
    });
    response.end(body);
  });
});
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ port: server.address().port })));
createInterface({ input: process.stdin })
  .on('line', () => {
    console.log(JSON.stringify(seen));
    seen = { calls: [], sent: 0, received: 0 };
  })
  .on('close', () => process.exit(0));
