/** Rows of a catalogue by the group that they stand in. Pure. */
interface Known<Row, Attribute> {
  readonly group: string;
  readonly row: Row;
  readonly attribute: Attribute;
}

/** What partners are shown of the rows that fit, by the name of their group, in the order of the catalogue. */
export const groupedOf = <Row, Attribute>(
  known: readonly Known<Row, Attribute>[],
  fits: (row: Row) => boolean,
): Readonly<Record<string, readonly Attribute[]>> => {
  const byGroup = Map.groupBy(
    known.filter(({ row }) => fits(row)),
    ({ group }) => group,
  );
  return Object.fromEntries([...byGroup].map(([group, all]) => [group, all.map(({ attribute }) => attribute)]));
};
