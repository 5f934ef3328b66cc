/** What bundles have of a contract. */
import type { Contract } from './operation.ts';

/** The fields of a contract that bundles are built without (cdk/build/contracts.ts). */
export const LEFT_OUT = [
  'summary',
  'description',
  'tag',
  'reply',
  'errors',
  'access',
  'secrets',
  'lasting',
  'pagedBy',
  'selected',
  'sentBack',
] as const satisfies readonly (keyof Contract)[];

/** A contract as functions have it. What else they need of it is computed when they are built (`compiled:validators`). */
export type DeployedContract = Omit<Contract, (typeof LEFT_OUT)[number]>;
