/** Explains a failure to the operator, and how to fix it. Pure. */
import { isThrottling } from '../../lib/dynamodb/client/responses.ts';
import { credentialFault, EXPIRED, INVALID } from '../credential-faults.ts';
import { AdminError } from '../io.ts';

interface Fault {
  readonly name: string;
  readonly message: string;
  readonly code?: string;
}

const DENIED = new Set(['AccessDenied', 'AccessDeniedException', 'UnauthorizedOperation', 'NotAuthorized']);
/** The error of CloudFormation and CloudWatch when a limit of the account is reached. */
const AT_LIMIT = 'LimitExceededException';

/** Errors of the file system, by Node's code. */
const OF_FILES: Readonly<Record<string, string>> = {
  ENOENT: 'the file or folder does not exist',
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EROFS: 'it cannot be written there',
  EISDIR: 'it is a folder',
  ERR_FS_EISDIR: 'it is a folder',
  ENOTDIR: 'a part of this path is not a folder',
  EEXIST: 'it already exists',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EFBIG: 'the file would be too large',
  ELOOP: 'its links lead in a circle',
  ENAMETOOLONG: 'the name is too long',
};

const UNREACHABLE = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH']);

const sentenceFor = (error: unknown): string => {
  const { name, message, code } = error as Fault;
  if (error instanceof AdminError) return message;
  if (INVALID.has(name)) return `There are no valid AWS credentials (${message}). Sign in, or set AWS_PROFILE.`;
  if (EXPIRED.has(name)) return 'The AWS credentials have expired. Sign in again.';
  if (/region is missing/i.test(message)) return 'No AWS Region is set. Set AWS_REGION, or a region in your profile.';
  if (DENIED.has(name)) return `AWS denies this to your credentials: ${message}`;
  if (isThrottling(name) || name === AT_LIMIT)
    return `AWS throttles the call (${name}). Run the command again in a minute.`;
  if (name === 'StoreUnavailable')
    return 'The table cannot be reached, or keeps throttling. Run the command again: it continues where it stopped.';
  if (name === 'ResourceNotFoundException')
    return `AWS, or the engine, cannot find this (${message}). Locally npm start creates the table; run doctor for details.`;
  if (UNREACHABLE.has(code ?? '')) return `Nothing answers there (${code}). Check the address and the network.`;
  const refusal = OF_FILES[code ?? ''];
  if (refusal) return `${(error as NodeJS.ErrnoException).path ?? 'The file or the output'}: ${refusal} (${code}).`;
  return message || name;
};

/**
 * A failure in one line: what is wrong and how to fix it. It never shows the request, which may contain a secret, or a
 * position in the code.
 */
export const explain = (error: unknown): string =>
  sentenceFor(credentialFault(error) ?? error).replace(/\s*\n\s*/g, ' ');
