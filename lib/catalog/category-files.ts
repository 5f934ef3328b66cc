/**
 * The catalogue of business categories as separate columns, split when a bundle is built (cdk/build/contracts.ts). A
 * function that only checks the categories of profiles bundles just the first two, as lists that load fastest.
 */
import file from './business-categories.json' with { type: 'json' };
import type { Availability } from './countries.ts';

/** The other columns, which responses show to partners. */
export interface OtherPart extends Availability {
  readonly id: string;
  /** Left out if no category of the maps catalogue fits. */
  readonly mapsCategoryId?: string;
  /** Left out if false: the category refines another one, and is meant as an additional one. */
  readonly primary?: boolean;
}

interface Row extends OtherPart {
  readonly name: string;
  readonly servesFood?: boolean;
}

const rows = file as readonly Row[];

export const categoryNames: readonly string[] = rows.map(({ name }) => name);

/** The rows of categories that serve food. A location of another category may have no food links (code 2290). */
export const rowsWithFood: readonly number[] = rows.flatMap(({ servesFood }, row) => (servesFood ? [row] : []));

export const otherFiles: readonly OtherPart[] = rows.map(({ name: _, servesFood: __, ...rest }) => rest);
