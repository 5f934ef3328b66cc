/** Answers `https.request` inside the process, so that what is measured is the function's own work. */
'use strict';
const { EventEmitter } = require('node:events');
const https = require('node:https');
const { syncBuiltinESMExports } = require('node:module');
const { Readable } = require('node:stream');
const { createStub } = require('./answer.cjs');

class Request extends EventEmitter {
  constructor(options, answer) {
    super();
    this.options = options;
    this.answer = answer;
    this.pieces = [];
    this.socket = null;
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
    const operation = (this.options.headers['x-amz-target'] ?? '').split('.')[1];
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
  https.request = (options, onResponse) => {
    const request = new Request(options, answer);
    if (onResponse) request.once('response', onResponse);
    return request;
  };
  syncBuiltinESMExports();
};
