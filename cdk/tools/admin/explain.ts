/** What the operator can do about a failure. Pure. */
import { isThrottling } from '../../../lib/dynamodb/responses.ts';
import { AdminError } from '../io.ts';

interface Fault {
  readonly name: string;
  readonly message: string;
  readonly code?: string;
}

const EXPIRED = new Set(['ExpiredToken', 'ExpiredTokenException', 'RequestExpired', 'TokenRefreshRequired']);
const DENIED = new Set(['AccessDenied', 'AccessDeniedException', 'UnauthorizedOperation', 'NotAuthorized']);
/** More is going on at once than the account may have, as CloudFormation and CloudWatch say. */
const AT_LIMIT = 'LimitExceededException';

/** What a file system refuses, by the name that Node gives it. */
const OF_FILES: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EROFS: 'it cannot be written there',
  EISDIR: 'it is a folder',
  ERR_FS_EISDIR: 'it is a folder',
  ENOTDIR: 'a part of this path is no folder',
  EEXIST: 'it is there already',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EFBIG: 'the file may not become so large',
  ELOOP: 'its links lead in a circle',
  ENAMETOOLONG: 'the name is too long',
};

const UNREACHABLE = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH']);

const sentenceFor = (error: unknown): string => {
  const { name, message, code } = error as Fault;
  if (error instanceof AdminError) return message;
  if (name === 'CredentialsProviderError' || name === 'UnrecognizedClientException' || name === 'InvalidClientTokenId')
    return `There are no AWS credentials that work (${message}). Sign in, or set AWS_PROFILE.`;
  if (EXPIRED.has(name)) return 'The AWS credentials have expired. Sign in again.';
  if (/region is missing/i.test(message)) return 'No AWS Region is set. Set AWS_REGION, or a region in your profile.';
  if (DENIED.has(name)) return `AWS refuses this to your credentials: ${message}`;
  if (isThrottling(name) || name === AT_LIMIT)
    return `AWS throttles the call (${name}). Run the command again in a minute.`;
  if (name === 'StoreUnavailable')
    return 'The table cannot be reached, or throttles for long. Run the command again: it goes on where it stopped.';
  if (name === 'ResourceNotFoundException')
    return `AWS, or the engine, does not know this (${message}). On this machine npm start makes the table; doctor says more.`;
  if (UNREACHABLE.has(code ?? '')) return `Nothing answers there (${code}). Check the address and the network.`;
  const refusal = OF_FILES[code ?? ''];
  if (refusal) return `${(error as NodeJS.ErrnoException).path ?? 'The file or the output'}: ${refusal} (${code}).`;
  return message || name;
};

/**
 * A failure in one line: what is wrong and how to correct it. Never the request, which may hold a secret, nor where in the code
 * it was.
 */
export const explain = (error: unknown): string => sentenceFor(error).replace(/\s*\n\s*/g, ' ');
