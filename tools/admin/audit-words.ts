/** Formats entries of the audit for an operator. Pure. */
import type { FieldChange, StoredEntry } from '../../lib/audit/repository/entry.ts';
import type { Writer } from '../../lib/dynamodb/writes/writer.ts';

/** The name of a writer, which follows the change. */
export const writerWords = (writer: Writer | undefined): string => {
  if (!writer) return 'by nothing of this project: CloudTrail knows who';
  if (writer.kind === 'key') return `by key ${writer.keyId}: ${writer.operation}, request ${writer.requestId}`;
  if (writer.kind === 'function') return `by ${writer.name}${writer.follows && `: ${writer.follows}`}`;
  return `by ${writer.identity}: ${writer.command}`;
};

const fieldWords = (field: FieldChange): string => {
  const [name, before, after] = field;
  return field.length === 1 ? `    ${name}` : `    ${name}: ${before ?? '(nothing)'} -> ${after ?? '(nothing)'}`;
};

/** A line with the change and its writer, and one for each field. */
export const entryWords = ({ at, place, what, id, change, writer, goneWith, fields, more }: StoredEntry): string => {
  const record = [place.number === undefined ? undefined : `${place.kind} ${place.number}`, what, id]
    .filter((part, index, parts) => part !== undefined && !(index === 1 && parts[0]?.startsWith(`${what} `)))
    .join(' ');
  const went = goneWith === undefined ? '' : ` with ${goneWith},`;
  return [
    `${new Date(at).toISOString()}  ${record} ${change}${went} ${writerWords(writer)}`,
    ...fields.map(fieldWords),
    ...(more > 0 ? [`    and ${more} more`] : []),
  ].join('\n');
};
