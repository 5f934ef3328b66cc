/** Reads the list of edits of a track: which part of it the film shows, and when (ISO/IEC 14496-12). */
import { type Box, contentOf, rowsIn } from './boxes.ts';
import { Broken, type Windows } from './windows.ts';

/** How the film shows a track. */
export interface Edit {
  /** The tick from which it is shown. */
  readonly from: number;
  /** The delay before, in ticks of the film. */
  readonly wait: number;
  /** What its edits last by themselves, in ticks of the film, where they are not a delay and one at normal speed. */
  readonly lasts: number;
}

/** Without edits. */
export const WHOLE: Edit = { from: 0, wait: 0, lasts: 0 };

/**
 * Of several edits, or one at another speed, the first says where the track begins, and all how long it is shown.
 *
 * @throws Broken
 */
export const readEdit = async (windows: Windows, box: Box): Promise<Edit> => {
  const head = await contentOf(windows, box, 8);
  const isLong = head[0] === 1;
  const rows = rowsIn(windows, box, { from: 8, count: head.readUInt32BE(4), bytes: isLong ? 20 : 12 });
  let [wait, total] = [0, 0];
  let first: Edit | undefined;
  let isAlone = true;
  for (; rows.has() || (await rows.more()); rows.next()) {
    const lasts = isLong ? rows.i64(0) : rows.u32(0);
    if (lasts < 0) throw new Broken('its edits');
    total += lasts;
    const from = isLong ? rows.i64(8) : rows.i32(4);
    const isEmpty = from === -1;
    if (isEmpty && !first) wait += lasts;
    else {
      const isNormal = !isEmpty && rows.i32(isLong ? 16 : 8) === 0x10000;
      isAlone = isNormal && !first;
      first ??= isNormal ? { from, wait, lasts: 0 } : WHOLE;
    }
  }
  const shown = first ?? WHOLE;
  return isAlone ? shown : { ...shown, lasts: total };
};
