/** Which surveys a list has, and in which order. Pure. */
import { folded, foldedPart } from '../../contract/folded-text.ts';

interface Row {
  readonly surveyId: number;
  readonly name: string;
  readonly created: number;
  readonly lastModified: number;
  readonly responses: number;
}

interface Sorting {
  readonly sortby?: 'modified' | 'created' | 'response' | undefined;
  /** 0 ascending, 1 descending. */
  readonly sorder?: 0 | 1 | undefined;
  readonly searchStr?: string | undefined;
}

const FIELDS = { modified: 'lastModified', created: 'created', response: 'responses' } as const;

/** Those that are alike are in order of id, in the direction of the list. */
export const sortedSurveys = <Each extends Row>(
  rows: readonly Each[],
  { sortby = 'modified', sorder = 1, searchStr = '' }: Sorting,
): readonly Each[] => {
  const [field, wanted, sign] = [FIELDS[sortby], foldedPart(searchStr), sorder === 1 ? -1 : 1];
  return rows
    .filter(({ name }) => folded(name).includes(wanted))
    .toSorted((a, b) => sign * (a[field] - b[field] || a.surveyId - b.surveyId));
};
