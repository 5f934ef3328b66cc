/**
 * Runs one bundle in a fresh process, as Lambda's runtime would, and prints what it took. The job is a JSON file:
 * { mode, file, events, rounds, warmUp, items }. Modes: `cold`, `warm`, `answers`. Warm rounds take the events in turn.
 */
'use strict';
const { performance } = require('node:perf_hooks');
// What Lambda's own runtime client has loaded before the function: no variant pays for it.
for (const name of ['assert', 'events', 'fs', 'http', 'net', 'os', 'path', 'url', 'util']) require(`node:${name}`);
const { readFileSync } = require('node:fs');

const job = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const context = {
  awsRequestId: 'bench',
  callbackWaitsForEmptyEventLoop: false,
  getRemainingTimeInMillis: () => 25_000,
};
const cpu = () => {
  const { user, system } = process.cpuUsage();
  return user + system;
};
const load = async () => {
  if (job.file === 'none') return async () => ({ statusCode: 200, headers: {}, body: '{}' });
  const module = job.file.endsWith('.mjs') ? await import(job.file) : require(job.file);
  return module.handler;
};
const answerOf = ({ statusCode, body }) => ({ status: statusCode, body: JSON.parse(body) });
/** Handlers change their event, and Lambda makes each from text. */
const invoke = (handler, text) => handler(JSON.parse(text), context);

const modes = {
  async cold() {
    const begun = performance.now();
    const handler = await load();
    const loaded = performance.now();
    const answer = await invoke(handler, job.events[0]);
    const done = performance.now();
    const at = performance.timeOrigin + done;
    const { maxRSS } = process.resourceUsage();
    return {
      status: answer.statusCode,
      at,
      load: loaded - begun,
      first: done - loaded,
      cpu: cpu() / 1000,
      rss: maxRSS / 1024,
    };
  },
  async warm() {
    if (job.items) require('./stub/in-process.cjs').install(job.items);
    const handler = await load();
    const { events } = job;
    for (const event of events) {
      const { statusCode } = await invoke(handler, event);
      if (statusCode !== 200) throw new Error(`${job.file} answers ${statusCode}`);
    }
    for (let index = 0; index < job.warmUp; index++) await invoke(handler, events[index % events.length]);
    const times = new Float64Array(job.rounds);
    const before = cpu();
    for (let index = 0; index < job.rounds; index++) {
      const begun = performance.now();
      await invoke(handler, events[index % events.length]);
      times[index] = performance.now() - begun;
    }
    const spent = (cpu() - before) / job.rounds;
    times.sort();
    const quantile = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))] * 1000;
    return { cpu: spent, p50: quantile(0.5), p99: quantile(0.99), rss: process.resourceUsage().maxRSS / 1024 };
  },
  async answers() {
    const handler = await load();
    const answers = [];
    for (const event of job.events) answers.push(answerOf(await invoke(handler, event)));
    return { answers };
  },
};

modes[job.mode]().then(
  (result) => {
    process.stdout.write(JSON.stringify(result), () => process.exit(0));
  },
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
