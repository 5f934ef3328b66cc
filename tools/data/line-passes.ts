/**
 * The pass of each line of a file, or none. It takes one byte for each line, so that a pass parses only its own lines.
 */
export const NONE = 255;

export interface LinePasses {
  set(line: number, pass: number): void;
  get(line: number): number;
  has(pass: number): boolean;
}

export const linePasses = (): LinePasses => {
  let passes = new Uint8Array(1024);
  const present = new Set<number>();
  return {
    set(line, pass) {
      if (line >= passes.length) {
        const longer = new Uint8Array(Math.max(line + 1, passes.length * 2));
        longer.set(passes);
        passes = longer;
      }
      passes[line] = pass;
      present.add(pass);
    },
    get: (line) => passes[line] ?? NONE,
    has: (pass) => present.has(pass),
  };
};
