/** What is promised of bulk updates (docs/bulk.md), of what a witness has seen. */
import type { Seen, Witness } from './witness.ts';

/** A read of the job is good for so long. */
const BEGUN_WITHIN = 1000;

/** @param longest - milliseconds within which a job has ended */
export const brokenPromises = (
  { jobs, effects, wrong, resultsOf, jobItem }: Witness,
  { longest, deletedAt }: { readonly longest: number; readonly deletedAt: number | undefined },
): readonly string[] => {
  const broken = [...wrong];
  const countOf = (tag: string) => effects.filter((each) => each.tag === tag).length;
  const check = (job: Seen) => {
    const { landed, believed, begun, cancelledAt, startedAt, endedAt, ends } = job;
    const places = new Map(landed.map(({ tag }, row) => [tag, row]));
    const last = new Map<number, number>();
    for (const { tag, location } of effects) {
      const row = places.get(tag);
      if (row === undefined) continue;
      if (countOf(tag) > 1) broken.push(`twice: row ${tag} was executed ${countOf(tag)} times`);
      if ((last.get(location) ?? -1) > row)
        broken.push(`order: row ${row} of ${location} landed after ${last.get(location)}`);
      last.set(location, row);
      for (const [what, at] of [
        ['cancel', cancelledAt],
        ['deletion', deletedAt],
      ] as const)
        if (at !== undefined && (begun.get(row) ?? 0) > at + BEGUN_WITHIN)
          broken.push(`begun after ${what}: row ${row}`);
    }
    for (const { tag } of believed.flat()) {
      const times = landed.filter((each) => each.tag === tag).length;
      if (times !== 1) broken.push(`append: row ${tag} was added ${times} times, and its sender takes it as added`);
    }
    if (ends > 1) broken.push(`ended ${ends} times`);
    const item = jobItem(job.jobId);
    if (!item) return;
    const results = resultsOf(job);
    const ok = results.filter(({ status }) => status === 200).length;
    const sums = { done: results.length, succeeded: ok, failed: results.length - ok };
    for (const [name, sum] of Object.entries(sums))
      if (item[name] !== sum) broken.push(`sums: ${name} is ${item[name]}, results say ${sum}`);
    if (new Set(results.map(({ row }) => row)).size !== results.length) broken.push('a row has two results');
    for (const { row, businessNumber, status, changed, putAt } of results) {
      const meant = landed[row];
      if (meant?.location !== businessNumber)
        broken.push(`rows: row ${row} is of ${businessNumber}, and was sent of ${meant?.location}`);
      const times = countOf(meant?.tag ?? '');
      if (status !== 200 && times > 0) broken.push(`executed and refused: row ${row} is a ${status}`);
      if (status === 200 && changed !== times > 0)
        broken.push(`changed: row ${row} says ${changed}, with ${times} effects`);
      const isCancelled = cancelledAt !== undefined && item.state === 'CANCELLED' && putAt > cancelledAt;
      if (isCancelled && !((begun.get(row) ?? Number.POSITIVE_INFINITY) <= cancelledAt + BEGUN_WITHIN))
        broken.push(`result of a row not begun: row ${row} of a cancelled job`);
    }
    for (const { tag } of effects) {
      const row = places.get(tag);
      if (row !== undefined && !results.some((each) => each.row === row))
        broken.push(`executed without result: row ${row}`);
    }
    if (item.state === 'RUNNING') broken.push('never ends: the job is RUNNING');
    if (item.state === 'DONE' && results.length !== item.rows) broken.push('done without all results');
    if (startedAt !== undefined && endedAt !== undefined && endedAt - startedAt > longest)
      broken.push(`late: ended ${Math.round(endedAt - startedAt)} ms after its start`);
  };
  for (const job of jobs.values()) check(job);
  return broken;
};
