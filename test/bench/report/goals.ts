/** The goals of the project, next to what a run shows. */
import { markdown } from './markdown.ts';
import type { Results, Row } from './results.ts';

interface Goal {
  readonly what: string;
  /** Of ours over the other's. */
  readonly most: number;
  /** The id of the other. */
  readonly of: string;
  readonly value: (row: Row) => number;
}

const cold = (row: Row) => row.cold.inProcess.median;
const warm = (row: Row) => row.warm.cpu.median;
const other = (figure: keyof NonNullable<Row['others']>) => (row: Row) => row.others![figure].median;

const GOALS: readonly Goal[] = [
  { what: 'update business, cold, of bare', most: 0.4, of: 'bare', value: cold },
  { what: 'update business, cold, of the floor', most: 1.6, of: 'floor', value: cold },
  { what: 'update business, warm CPU, of bare, which makes the same single call', most: 0.45, of: 'bare', value: warm },
  { what: 'update business, warm CPU, of the floor', most: 2, of: 'floor', value: warm },
  { what: 'update business, peak memory, of bare', most: 0.45, of: 'bare', value: (row) => row.warm.memory.median },
  { what: 'get contact, cold, of the floor', most: 1.25, of: 'floor', value: (row) => row.cold.contact.median },
  { what: 'save contact, cold, of bare', most: 0.5, of: 'bare', value: other('saveCold') },
  { what: 'save contact, warm CPU, of bare', most: 0.5, of: 'bare', value: other('saveCpu') },
  { what: 'search of 250 locations, cold, of bare', most: 0.5, of: 'bare', value: other('searchCold') },
  { what: 'search of 250 locations, warm CPU, of bare', most: 0.5, of: 'bare', value: other('searchCpu') },
];

/** Which goals a run reaches. */
export const goals = ({ rows }: Results): string =>
  markdown(
    ['ours over another', 'goal', 'here', ''],
    GOALS.map(({ what, most, of, value }) => {
      const here = value(rows[0]!) / value(rows.find(({ id }) => id === of)!);
      return [what, most.toFixed(2), here.toFixed(2), here <= most ? 'reached' : 'missed'];
    }),
  );
