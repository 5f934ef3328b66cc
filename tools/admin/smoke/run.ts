/** `smoke`: runs the checks one by one and prints their results. */
import type { Operation } from '../../../lib/contract/cases.ts';
import { AdminError, type Io } from '../../io.ts';
import { textTable } from '../text-table.ts';
import type { Send, Site, SmokeCheck } from './check.ts';
import { floodCheck, gatewayChecks } from './gateway.ts';
import { operationChecks } from './operations.ts';
import type { SmokeData } from './samples.ts';
import { sendHttp1, sendHttp2 } from './send.ts';

export interface SmokeOptions extends SmokeData {
  readonly url: string;
  readonly key: string;
  /** How many concurrent requests to send, to see some refused. */
  readonly flood?: number | undefined;
  readonly json?: boolean | undefined;
}

export interface SmokeRow {
  readonly check: string;
  readonly expected: string;
  readonly result: string;
  readonly outcome: 'ok' | 'FAIL' | 'learned' | 'skipped';
}

/** Waits when throttled: these checks may exceed the limit of a key on a small plan. */
const patient =
  (send: Send): Send =>
  async (request) => {
    let reply = await send(request);
    for (let tries = 1; reply.status === 429 && tries < 5; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      reply = await send(request);
    }
    return reply;
  };

const siteOf = ({ url, key }: SmokeOptions): Site => ({
  key,
  send: (request) => sendHttp1(url, request),
  sendHttp2: url.startsWith('https:') ? (request) => sendHttp2(url, request) : undefined,
});

const rowOf = async (check: SmokeCheck): Promise<SmokeRow> => {
  const { name, expected, kind } = check;
  if (kind === 'skip') return { check: name, expected, result: '', outcome: 'skipped' };
  const row = { check: name, expected };
  try {
    const { ok, result } = await check.run();
    return { ...row, result, outcome: ok ? 'ok' : kind === 'learn' ? 'learned' : 'FAIL' };
  } catch (error) {
    return { ...row, result: (error as Error).message, outcome: kind === 'learn' ? 'learned' : 'FAIL' };
  }
};

/**
 * Returns whether all `hold` checks pass. A `learn` check never fails the run.
 *
 * @param tried - the operations; by default all
 * @throws AdminError without a key, or if there is no response
 */
export const smoke = async (io: Io, options: SmokeOptions, tried?: readonly Operation[]): Promise<boolean> => {
  if (options.key === '') throw new AdminError('No key given: pass --key, or set SMOKE_KEY and pass --key -.');
  const site = siteOf(options);
  const { status, text } = await site.send({ path: '/' });
  if (status === 0) throw new AdminError(`Nothing answers at ${options.url} (${text}).`, 'outage');
  const patientSite = { ...site, send: patient(site.send) };
  const checks = [...operationChecks(patientSite, options, tried), ...gatewayChecks(patientSite, options)];
  if (options.flood !== undefined) checks.push(floodCheck(site, options.flood));
  const rows: SmokeRow[] = [];
  // One by one: a plan with a small burst must not refuse the normal checks.
  for (const each of checks) rows.push(await rowOf(each));
  const of = (outcome: SmokeRow['outcome']) => rows.filter((row) => row.outcome === outcome).length;
  if (options.json) io.out(JSON.stringify(rows));
  else
    io.out(
      textTable(
        ['outcome', 'check', 'expected', 'result'],
        rows.map(({ outcome, check, expected, result }) => [outcome, check, expected, result]),
      ),
    );
  io.log(
    `${of('ok')} ok, ${of('FAIL')} failed, ${of('learned')} unexpected without a promise, ${of('skipped')} skipped.`,
  );
  return of('FAIL') === 0;
};
