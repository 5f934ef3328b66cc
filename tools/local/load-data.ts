/** Data of the local service. */
import type { Table } from '../../lib/dynamodb/table/table.ts';
import { localMeteringKeys, planNames } from '../admin/local-target.ts';
import { type LoadCounts, loadFile, type RefusedLine } from '../data/load.ts';

/** Loads a file of records into a table on this machine (docs/data-files.md). */
export const loadData = async (
  table: Table,
  file: string,
  onRefused: (refused: RefusedLine) => void,
): Promise<LoadCounts> =>
  loadFile(file, {
    table,
    plans: await planNames(),
    meteringKeys: localMeteringKeys(table),
    onRefused,
  });
