/** How many items of a post's locations are read as they stand: of more, half the units show what may be a second old. */
import type { Consistency } from '../../dynamodb/table/reader.ts';

export const FEW = 100;

/** How the items of so many locations are read. */
export const consistencyOf = ({ length }: readonly number[]): Consistency => ({ consistent: length <= FEW });
