/** Which operations change something, and whether they can be validated without saving. From the contracts. Pure. */
import type { Operation } from '../../lib/contract/cases.ts';
import { parametersOf } from '../../lib/contract/derived.ts';
import type { TableAction } from '../../lib/contract/operation.ts';
import type { writeParameters } from '../../lib/contract/parameters.ts';

/** The parameter by which a write is validated without saving. */
export const DRY_RUN: keyof typeof writeParameters.query = 'validateOnly';
/** The header under which a repeated write lands once. */
export const IDEMPOTENCY_KEY: keyof typeof writeParameters.headers = 'Idempotency-Key';

const CHANGES: ReadonlySet<TableAction> = new Set<TableAction>(['PutItem', 'UpdateItem', 'DeleteItem']);

/**
 * Whether an operation changes something. The method doesn't say: searches are POSTs, and one GET unsubscribes. An
 * operation that may write to the table counts as a write even if its contract forgot to say so.
 */
export const isWrite = ({ writes, access }: Pick<Operation, 'writes' | 'access'>): boolean =>
  writes === true || access.some((action) => CHANGES.has(action));

/** Whether an operation takes a parameter of this name. */
export const takes = (operation: Operation, name: string): boolean =>
  parametersOf(operation).some((parameter) => parameter.name === name);
