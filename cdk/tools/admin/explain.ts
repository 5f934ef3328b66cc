/** What the operator can do about a failure. Pure. */
import { AdminError } from '../io.ts';

interface Fault {
  readonly name: string;
  readonly message: string;
  readonly code?: string;
}

const EXPIRED = new Set(['ExpiredToken', 'ExpiredTokenException', 'RequestExpired', 'TokenRefreshRequired']);
const DENIED = new Set(['AccessDenied', 'AccessDeniedException', 'UnauthorizedOperation', 'NotAuthorized']);
const THROTTLED = new Set(['Throttling', 'ThrottlingException', 'TooManyRequestsException', 'LimitExceededException']);

const UNREACHABLE = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH']);

/** A failure in one or two sentences: what is wrong and how to correct it. Never the request, which may hold a secret. */
export const explain = (error: unknown): string => {
  const { name, message, code } = error as Fault;
  if (error instanceof AdminError) return message;
  if (name === 'CredentialsProviderError' || name === 'UnrecognizedClientException' || name === 'InvalidClientTokenId')
    return `There are no AWS credentials that work (${message}). Sign in, or set AWS_PROFILE.`;
  if (EXPIRED.has(name)) return 'The AWS credentials have expired. Sign in again.';
  if (/region is missing/i.test(message)) return 'No AWS Region is set. Set AWS_REGION, or a region in your profile.';
  if (DENIED.has(name)) return `AWS refuses this to your credentials: ${message}`;
  if (THROTTLED.has(name)) return `AWS throttles the call (${name}). Run the command again in a minute.`;
  if (name === 'StoreUnavailable')
    return 'The table cannot be reached, or throttles for long. Run the command again: it goes on where it stopped.';
  if (name === 'ResourceNotFoundException')
    return `AWS, or the engine, does not know this (${message}). On this machine npm start makes the table; doctor says more.`;
  if (UNREACHABLE.has(code ?? '')) return `Nothing answers there (${code}). Check the address and the network.`;
  if (code === 'ENOENT') return `There is no such file: ${(error as NodeJS.ErrnoException).path ?? message}.`;
  return message || name;
};
