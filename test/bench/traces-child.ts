/** Loads a function, then makes calls: `traces-child.ts BUNDLE ENDPOINT CALLS`. Nothing else is loaded before. */
const [bundle = '', endpoint = '', calls = ''] = process.argv.slice(2);

const milliseconds = ({ user, system } = process.cpuUsage()): number => (user + system) / 1000;

await import(bundle);
const started = milliseconds();
const { functionClient } = await import('../../lib/dynamodb/client/client.ts');
const call = functionClient(endpoint);
const callTimes = async (count: number): Promise<void> => {
  for (let at = 0; at < count; at++) await call('GetItem', { TableName: 't', Key: {} });
};
await callTimes(Number(calls) / 2);
const before = milliseconds();
await callTimes(Number(calls));
process.send!({ started, each: (milliseconds() - before) / Number(calls) });
