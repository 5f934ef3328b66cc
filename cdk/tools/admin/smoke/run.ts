/** `smoke`: runs the checks one by one and prints what each found. */
import type { Operation } from '../../../../lib/contract/cases.ts';
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
  /** So many requests at once, to see some refused. */
  readonly flood?: number | undefined;
  readonly json?: boolean | undefined;
}

export interface SmokeRow {
  readonly check: string;
  readonly expected: string;
  readonly result: string;
  readonly verdict: 'ok' | 'FAIL' | 'learned' | 'skipped';
}

/** A key on a small plan is throttled by these checks themselves: then they wait. */
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
  if (kind === 'skip') return { check: name, expected, result: '', verdict: 'skipped' };
  const row = { check: name, expected };
  try {
    const { ok, result } = await check.run();
    return { ...row, result, verdict: ok ? 'ok' : kind === 'learn' ? 'learned' : 'FAIL' };
  } catch (error) {
    return { ...row, result: (error as Error).message, verdict: kind === 'learn' ? 'learned' : 'FAIL' };
  }
};

/**
 * Answers whether all holds that must. Results to be learned differ from what is expected without failing the run.
 *
 * @param tried - the operations; all of them without it
 * @throws AdminError without a key, or where nothing answers
 */
export const smoke = async (io: Io, options: SmokeOptions, tried?: readonly Operation[]): Promise<boolean> => {
  if (options.key === '') throw new AdminError('There is no key: give --key, or set SMOKE_KEY and give --key -.');
  const site = siteOf(options);
  const { status, text } = await site.send({ path: '/' });
  if (status === 0) throw new AdminError(`Nothing answers at ${options.url} (${text}).`);
  const patientSite = { ...site, send: patient(site.send) };
  const checks = [...operationChecks(patientSite, options, tried), ...gatewayChecks(patientSite, options)];
  if (options.flood !== undefined) checks.push(floodCheck(site, options.flood));
  const rows: SmokeRow[] = [];
  // One by one: a plan with a small burst must not refuse what is no flood.
  for (const each of checks) rows.push(await rowOf(each));
  const of = (verdict: SmokeRow['verdict']) => rows.filter((row) => row.verdict === verdict).length;
  if (options.json) io.out(JSON.stringify(rows, null, 2));
  else
    io.out(
      textTable(
        ['verdict', 'check', 'expected', 'result'],
        rows.map(({ verdict, check, expected, result }) => [verdict, check, expected, result]),
      ),
    );
  io.log(
    `${of('ok')} ok, ${of('FAIL')} failed, ${of('learned')} otherwise than expected where nothing is promised, ${of('skipped')} skipped.`,
  );
  return of('FAIL') === 0;
};
