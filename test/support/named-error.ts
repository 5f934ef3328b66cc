/** Whether an error that a function answers is one of its contract: no other is in its document and its clients. */
import { errorsOf } from '../../lib/contract/derived.ts';
import type { Contract } from '../../lib/contract/operation.ts';

/** What is wrong with an answer by its contract's errors; nothing with one that is no error. */
export const unnamedError = (
  contract: Contract,
  { status, body }: { readonly status: number; readonly body: { readonly code?: unknown } },
): string[] =>
  status < 400 || errorsOf(contract).some((each) => each.status === status && each.code === body.code)
    ? []
    : [`${contract.id} answers ${status} with code ${body.code}, which the errors of its contract lack`];
