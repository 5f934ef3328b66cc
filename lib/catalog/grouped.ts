/** Groups the rows of a catalogue. Pure. */
interface Known<Row, Attribute> {
  readonly group: string;
  readonly row: Row;
  readonly attribute: Attribute;
}

/** The attributes of the matching rows, by group name, in catalogue order. */
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
