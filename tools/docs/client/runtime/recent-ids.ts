/** Remembers ids that came lately: the API may return a change twice. */

const MOST = 10_000;

export class RecentIds {
  readonly #ids = new Set<string>();

  /** Adds an id. @returns whether it is new */
  add(id: string): boolean {
    if (this.#ids.has(id)) return false;
    this.#ids.add(id);
    // A set keeps the order in which its values were added.
    for (const oldest of this.#ids) {
      if (this.#ids.size <= MOST) break;
      this.#ids.delete(oldest);
    }
    return true;
  }
}
