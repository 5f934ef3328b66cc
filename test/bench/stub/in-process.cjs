/** Answers `https.request` inside the process, so that what is measured is the function's own work. */
'use strict';
const { EventEmitter } = require('node:events');
const https = require('node:https');
const { syncBuiltinESMExports } = require('node:module');
const { Readable } = require('node:stream');
const { createStub } = require('./answer.cjs');

/** A connection that stands already. */
const socket = Object.assign(new EventEmitter(), {
  connecting: false,
  setKeepAlive() {},
  setNoDelay() {},
  setTimeout() {},
});
socket.setMaxListeners(0);

class Request extends EventEmitter {
  constructor(options, answer) {
    super();
    this.options = options;
    this.answer = answer;
    this.pieces = [];
    // As in Node, the request gets its connection a tick later.
    this.socket = null;
    process.nextTick(() => {
      this.socket = socket;
      this.emit('socket', socket);
    });
  }
  setTimeout() {
    return this;
  }
  setNoDelay() {}
  setSocketKeepAlive() {}
  destroy() {}
  write(piece) {
    this.pieces.push(piece);
    return true;
  }
  end(piece) {
    if (piece) this.pieces.push(piece);
    const text = this.pieces.map(String).join('');
    const { headers } = this.options;
    const operation = (headers['x-amz-target'] ?? headers['X-Amz-Target']).split('.')[1];
    const { status, body } = this.answer(operation, text);
    setImmediate(() => {
      const response = Object.assign(new Readable({ read() {} }), {
        statusCode: status,
        statusMessage: '',
        headers: { 'content-type': 'application/x-amz-json-1.0', 'content-length': String(body.length) },
        complete: true,
      });
      this.emit('response', response);
      response.push(body);
      response.push(null);
      response.once('end', () => this.emit('close'));
    });
  }
}

exports.install = (items) => {
  const answer = createStub(items);
  // As Node's own: with or without a URL in front.
  https.request = (...given) => {
    const onResponse = typeof given.at(-1) === 'function' ? given.pop() : undefined;
    const request = new Request(given.at(-1), answer);
    if (onResponse) request.once('response', onResponse);
    return request;
  };
  syncBuiltinESMExports();
};
