/** The functions of the example API, as the text of their bundles. Each of the first two says when it is loaded. */

/** Echoes the event, or does what the body or the path orders: return a value as it is, throw, crash, hang. */
export const apiBundle = `
console.log('loaded');
let calls = 0;
export const handler = async (event, context) => {
  calls += 1;
  const order = event.path.endsWith('/order') ? JSON.parse(event.body) : {};
  if ('return' in order) return order.return;
  if ('throw' in order) throw new Error(order.throw);
  if ('fill' in order) return { body: 'x'.repeat(order.fill) };
  if ('exit' in order) process.exit(order.exit);
  if (event.path === '/slow' || order.hang) await new Promise(() => {});
  return { statusCode: 200, body: JSON.stringify({ event, calls, env: { ...process.env }, name: context.functionName }) };
};`;

export const authorizerBundle = `
console.log('loaded');
let calls = 0;
export const handler = async (event) => {
  calls += 1;
  const key = event.headers['x-api-key'] ?? event.headers['X-API-Key'];
  if (key === 'throw-unauthorized') throw new Error('Unauthorized');
  if (key === 'throw-other') throw new Error('no database');
  if (key === 'output-empty') return {};
  const statement = { Effect: key.startsWith('deny') ? 'Deny' : 'Allow', Action: 'execute-api:Invoke', Resource: '*' };
  if (key === 'only-this') statement.Resource = event.methodArn;
  const context = key === 'context-nested' ? { inner: {} } : { partner: 7, admin: false, calls, type: event.type };
  return { principalId: 'p', policyDocument: { Statement: [statement] }, context, usageIdentifierKey: 'meter-' + key };
};`;

export const commonJsBundle = `exports.handler = async () => ({ body: typeof require });`;
