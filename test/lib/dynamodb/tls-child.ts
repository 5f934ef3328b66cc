/** Makes calls in a process of its own, which got its authorities from `NODE_EXTRA_CA_CERTS`; prints what came of them. */
import { functionClient } from '../../../lib/dynamodb/client/client.ts';

const call = functionClient(process.argv[2]);
const INPUT = { TableName: 't', Key: { pk: { S: 'a' } } };
const outcomes = [];
for (let index = 0; index < 2; index++) {
  outcomes.push(
    await call('UpdateItem', INPUT).catch(({ name, message, uncertain }) => ({ name, message, uncertain })),
  );
}
console.log(JSON.stringify(outcomes));
process.exit();
