/** Which operations a part tries. */
import type { Operation } from '../../lib/contract/cases.ts';
import { operations } from '../../lib/operations.ts';
import { someOperations } from '../support/chosen.ts';
import type { Trial } from './part.ts';

/**
 * All in a full run, else so many, of every module as long as there is room.
 *
 * @param from - those that the part can try
 */
export const chosenOperations = (
  { size, seed }: Pick<Trial, 'size' | 'seed'>,
  part: string,
  most: number,
  from: readonly Operation[] = operations,
): readonly Operation[] => (size === 'full' ? from : someOperations(most, { seed, salt: part, from }));
