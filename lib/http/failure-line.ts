/**
 * The one log line that a function writes for a request that it refuses or fails at (docs/watching.md): the partner,
 * the result and where it occurred. It holds nothing of the request, neither a value nor a message that may quote one.
 */
import type { DeployedContract } from '../contract/deployed.ts';
import type { ApiError } from './api-error.ts';
import type { ChainEvent } from './event.ts';
import { ipHash } from './ip-hash.ts';
import { knownPath } from './known-path.ts';

export interface FailureLine {
  /** The request id of API Gateway, which the client receives as `X-Request-Id`. */
  readonly requestId: string | undefined;
  /** Present also if the key was revoked or has expired. */
  readonly partner?: string | undefined;
  /** The id by which operators know the key. */
  readonly key?: string | undefined;
  readonly operation: string;
  readonly status: number;
  readonly code: number;
  /** The first field or parameter that was wrong, as the contract names it. */
  readonly field?: string | undefined;
  /** Why the key was refused. */
  readonly reason?: string | undefined;
  /** The digest of the client's address (`ipHash`). */
  readonly ip?: string | undefined;
  /** Of a 5xx: its cause. */
  readonly error?: unknown;
}

const fieldOf = ({ request }: DeployedContract, [first]: ApiError['violations']): string | undefined => {
  if (first?.parameter) return first.parameter;
  const path = first && request ? knownPath(request, first.path) : '';
  return path === '' ? undefined : path;
};

/** @param error - the error of the response */
export const failureLine = (
  contract: DeployedContract,
  { requestContext, keyChecked }: Partial<Pick<ChainEvent, 'requestContext' | 'keyChecked'>>,
  { entry, violations }: ApiError,
): FailureLine => {
  const field = fieldOf(contract, violations);
  const ip = ipHash(requestContext?.identity?.sourceIp);
  const { keyId, apiKey, refused } = keyChecked ?? {};
  return {
    requestId: requestContext?.requestId,
    ...(apiKey && { partner: apiKey.partnerId }),
    ...(keyId && { key: keyId }),
    operation: contract.id,
    status: entry.status,
    code: entry.code,
    ...(field && { field }),
    ...(refused && { reason: refused }),
    ...(ip && { ip }),
  };
};
