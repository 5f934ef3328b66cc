/**
 * The catalogue of business categories in two parts, row by row. They are made when a bundle is built
 * (cdk/build/contracts.ts): a function that judges profiles by their categories holds the first part alone.
 */
import file from './business-categories.json' with { type: 'json' };
import type { Availability } from './countries.ts';

/** What a profile is judged by. */
export interface JudgedPart {
  readonly name: string;
  /** Left out where false. Decides whether a location may carry food links (code 2290). */
  readonly servesFood?: boolean;
}

/** The rest, which tells partners what there is to choose from. */
export interface OtherPart extends Availability {
  readonly id: string;
  /** Left out where no category of the maps catalogue fits. */
  readonly mapsCategoryId?: string;
  /** Left out where false: it refines another one, and is meant as a further category. */
  readonly primary?: boolean;
}

const rows = file as readonly (JudgedPart & OtherPart)[];

export const judgedParts: readonly JudgedPart[] = rows.map(({ name, servesFood }) => ({
  name,
  ...(servesFood && { servesFood }),
}));

export const otherParts: readonly OtherPart[] = rows.map(({ name: _, servesFood: __, ...rest }) => rest);
