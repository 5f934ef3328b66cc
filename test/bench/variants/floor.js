/** As little as can be done: DynamoDB's JSON signed and sent by hand over `node:https`, and hardly a check. */
import { createHmac, createSecretKey, hash } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import { answering, keyLookup } from './domain.js';

const { env } = process;
const endpoint = new URL(env.DYNAMODB_ENDPOINT ?? `https://dynamodb.${env.AWS_REGION}.amazonaws.com`);
const transport = endpoint.protocol === 'http:' ? http : https;
const agent = new transport.Agent({ keepAlive: true });
export const TableName = env.TABLE_NAME;

const toAttribute = (value) => {
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'number') return { N: String(value) };
  if (typeof value === 'boolean') return { BOOL: value };
  if (value === null) return { NULL: true };
  return Array.isArray(value) ? { L: value.map(toAttribute) } : { M: toAttributes(value) };
};
export const toAttributes = (fields) => {
  const result = {};
  for (const name in fields) result[name] = toAttribute(fields[name]);
  return result;
};
const fromAttribute = (attribute) => {
  for (const type in attribute) {
    const value = attribute[type];
    if (type === 'N') return Number(value);
    if (type === 'L') return value.map(fromAttribute);
    if (type === 'M') return fromAttributes(value);
    return type === 'NULL' ? null : value;
  }
};
export const fromAttributes = (fields) => {
  const result = {};
  for (const name in fields) result[name] = fromAttribute(fields[name]);
  return result;
};

const hmac = (key, text) => createHmac('sha256', key).update(text);
let key;
const sign = (target, body) => {
  const time = new Date().toISOString().replace(/[-:]|\.[0-9]{3}/g, '');
  const day = time.slice(0, 8);
  if (key?.day !== day) {
    let secret = `AWS4${env.AWS_SECRET_ACCESS_KEY}`;
    for (const part of [day, env.AWS_REGION, 'dynamodb', 'aws4_request']) secret = hmac(secret, part).digest();
    key = { day, object: createSecretKey(secret) };
  }
  const token = env.AWS_SESSION_TOKEN;
  const names = `content-type;host;x-amz-date;${token ? 'x-amz-security-token;' : ''}x-amz-target`;
  const lines = `content-type:application/x-amz-json-1.0\nhost:${endpoint.host}\nx-amz-date:${time}\n${token ? `x-amz-security-token:${token}\n` : ''}x-amz-target:${target}\n`;
  const request = hash('sha256', `POST\n/\n\n${lines}\n${names}\n${hash('sha256', body, 'hex')}`, 'hex');
  const scope = `${day}/${env.AWS_REGION}/dynamodb/aws4_request`;
  const signature = hmac(key.object, `AWS4-HMAC-SHA256\n${time}\n${scope}\n${request}`).digest('hex');
  return {
    'content-type': 'application/x-amz-json-1.0',
    'content-length': Buffer.byteLength(body),
    'x-amz-date': time,
    ...(token && { 'x-amz-security-token': token }),
    'x-amz-target': target,
    authorization: `AWS4-HMAC-SHA256 Credential=${env.AWS_ACCESS_KEY_ID}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  };
};

export const send = (operation, input) =>
  new Promise((resolve, reject) => {
    const body = JSON.stringify(input);
    const target = `DynamoDB_20120810.${operation}`;
    const { hostname, port } = endpoint;
    const request = transport.request({
      hostname,
      port,
      method: 'POST',
      path: '/',
      headers: sign(target, body),
      agent,
    });
    request.on('error', reject).on('response', (response) => {
      const pieces = [];
      response
        .on('data', (piece) => pieces.push(piece))
        .on('end', () => {
          const answer = JSON.parse(Buffer.concat(pieces).toString());
          if (response.statusCode === 200) resolve(answer);
          else reject(Object.assign(new Error(answer.message), { name: answer.__type?.split('#').pop() }));
        });
    });
    request.end(body);
  });

export const get = async (Key, ConsistentRead = true) => {
  const { Item } = await send('GetItem', { TableName, Key: toAttributes(Key), ConsistentRead });
  return Item && fromAttributes(Item);
};
const partnerOf = keyLookup(get);

/** @param handle - gets the partner, the event and its body, and answers with the body of a 200 */
export const floorHandler = (handle) => answering(partnerOf, handle);
