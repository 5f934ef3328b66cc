/** Whether updates of one record, as their clients saw them, happened one after the other. Pure. */

/** An update that was answered 200. Times are of one clock; `version` is the one that its answer names. */
export interface Landed {
  readonly id: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** The record as the answer shows it; holds those of the fields that answers show. */
  readonly shown: Readonly<Record<string, unknown>>;
  readonly version: number;
  readonly began: number;
  readonly ended: number;
}

export interface Snapshot {
  readonly version: number;
  readonly fields: Readonly<Record<string, unknown>>;
}

const differing = (a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): string[] =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].filter(
    (name) => JSON.stringify(a[name]) !== JSON.stringify(b[name]),
  );

/**
 * What is wrong with the order that the versions name: two updates at one place, one that ended before another began but
 * stands behind it, an answer that shows another record than the updates before it make, or a last state that they don't.
 *
 * @param first - the record before all of them
 * @param last - the record after all of them
 */
export const unexplained = (updates: readonly Landed[], first: Snapshot, last: Snapshot): string[] => {
  const failures: string[] = [];
  const ordered = updates.toSorted((a, b) => a.version - b.version);
  let { version, fields } = first;
  for (const update of ordered) {
    if (update.version !== version + 1) failures.push(`${update.id} made version ${update.version} of ${version}`);
    version = update.version;
    fields = { ...fields, ...update.fields };
    const wrong = Object.keys(update.shown).filter((name) => update.shown[name] !== (fields[name] ?? ''));
    if (wrong.length > 0)
      failures.push(`${update.id} was answered with another ${wrong.join(', ')} than was stored then`);
  }
  let endsFirst: Landed | undefined;
  for (const update of ordered.toReversed()) {
    if (endsFirst && endsFirst.ended < update.began) {
      failures.push(`${endsFirst.id} ended before ${update.id} began, and stands behind it`);
    }
    if (!endsFirst || update.ended < endsFirst.ended) endsFirst = update;
  }
  if (last.version !== version)
    failures.push(`the record has version ${last.version}, the last update made ${version}`);
  const lost = differing(fields, last.fields);
  return [
    ...failures,
    ...lost.map((name) => `the last ${name} is ${last.fields[name]}, and ought to be ${fields[name]}`),
  ];
};
