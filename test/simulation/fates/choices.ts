/**
 * Runs one test body for every combination of the choices that it makes, as tigerbeetle's exhaustigen does: which choices there
 * are may hang on what was chosen before.
 */

export type Choose = <Option>(options: readonly Option[]) => Option;

/** @returns how many combinations there were */
export const everyChoice = async (body: (choose: Choose) => Promise<void>): Promise<number> => {
  const path: { option: number; readonly count: number }[] = [];
  for (let runs = 1; ; runs++) {
    let depth = 0;
    await body((options) => {
      if (depth === path.length) path.push({ option: 0, count: options.length });
      return options[path[depth++]!.option]!;
    });
    while (path.length > 0 && path.at(-1)!.option === path.at(-1)!.count - 1) path.pop();
    const last = path.at(-1);
    if (!last) return runs;
    last.option++;
  }
};
