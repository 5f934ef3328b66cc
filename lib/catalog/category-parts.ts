/**
 * The catalogue of business categories in parts, row by row. They are made when a bundle is built (cdk/build/contracts.ts):
 * a function that judges profiles by their categories holds the first two alone, as lists that are read fastest.
 */
import file from './business-categories.json' with { type: 'json' };
import type { Availability } from './countries.ts';

/** The rest of a row, which tells partners what there is to choose from. */
export interface OtherPart extends Availability {
  readonly id: string;
  /** Left out where no category of the maps catalogue fits. */
  readonly mapsCategoryId?: string;
  /** Left out where false: it refines another one, and is meant as a further category. */
  readonly primary?: boolean;
}

interface Row extends OtherPart {
  readonly name: string;
  readonly servesFood?: boolean;
}

const rows = file as readonly Row[];

export const categoryNames: readonly string[] = rows.map(({ name }) => name);

/** The rows of those that serve food: a location of another one may carry no food links (code 2290). */
export const rowsWithFood: readonly number[] = rows.flatMap(({ servesFood }, row) => (servesFood ? [row] : []));

export const otherParts: readonly OtherPart[] = rows.map(({ name: _, servesFood: __, ...rest }) => rest);
