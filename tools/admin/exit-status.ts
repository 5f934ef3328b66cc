/** The exit status of a command: scripts decide by it what to do next (docs/commands.md: exit status). */
import { CommanderError } from 'commander';
import { isThrottling } from '../../lib/dynamodb/client/responses.ts';
import { credentialFault, EXPIRED, INVALID } from '../credential-faults.ts';
import { AdminError, type Reason } from '../io.ts';

/** `fault`: the command ran and found something wrong, or failed in a way that no other status names. */
export const STATUS: Readonly<Record<Reason | 'done' | 'fault', number>> = {
  done: 0,
  fault: 1,
  usage: 2,
  refused: 3,
  'not found': 4,
  outage: 5,
};

/** Errors of AWS, the network and the file system, by name or code. */
const REASONS: Readonly<Record<string, Reason>> = Object.fromEntries(
  Object.entries({
    usage: [
      'ENOENT',
      'EACCES',
      'EPERM',
      'EROFS',
      'EISDIR',
      'ERR_FS_EISDIR',
      'ENOTDIR',
      'EEXIST',
      'ELOOP',
      'ENAMETOOLONG',
    ],
    refused: [
      ...INVALID,
      ...EXPIRED,
      ...['AccessDenied', 'AccessDeniedException', 'UnauthorizedOperation', 'NotAuthorized'],
    ],
    'not found': ['ResourceNotFoundException'],
    outage: [
      ...['StoreUnavailable', 'LimitExceededException', 'TimeoutError', 'NetworkError', 'ResponseError'],
      // Of a scan by the small client, which knows DynamoDB's name alone.
      ...['InternalServerError', 'InternalFailure', 'ServiceUnavailable', 'ServiceUnavailableException'],
      ...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH'],
    ],
  } satisfies Record<Reason, readonly string[]>).flatMap(([reason, names]) =>
    names.map((name) => [name, reason as Reason]),
  ),
);

interface Thrown {
  readonly name?: string;
  readonly code?: string;
  readonly message?: string;
  /** Of an error of the SDK. */
  readonly $metadata?: { readonly httpStatusCode?: number };
}

/** The exit status for what a command threw. */
export const statusOf = (error: unknown): number => {
  if (error instanceof CommanderError) return error.exitCode === 0 ? STATUS.done : STATUS.usage;
  if (error instanceof AdminError) return STATUS[error.reason];
  const { name = '', code = '', message = '', $metadata } = (credentialFault(error) ?? error ?? {}) as Thrown;
  const reason = REASONS[code] ?? REASONS[name];
  if (reason) return STATUS[reason];
  if (/region is missing/i.test(message)) return STATUS.usage;
  const isOutage = isThrottling(name) || Number($metadata?.httpStatusCode) >= 500;
  return isOutage ? STATUS.outage : STATUS.fault;
};
