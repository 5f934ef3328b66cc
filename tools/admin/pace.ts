/** How fast long work goes, and how long it will take. Pure. */

export interface Pace {
  readonly done: number;
  /** As far as it is known; 0 if it is not. */
  readonly total: number;
  /** What an earlier run had done. */
  readonly from: number;
  /** Since this run began. */
  readonly seconds: number;
}

const shown = (amount: number): string => Math.round(amount).toLocaleString('en-US');

/** `37 s`, `4 min`, `2 h 5 min` */
export const durationText = (seconds: number): string => {
  if (seconds < 100) return `${Math.ceil(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 100 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
};

/** `24,000 a second, about 37 s left`; empty before there is anything to say. */
export const paceText = ({ done, total, from, seconds }: Pace): string => {
  const rate = seconds > 0 ? (done - from) / seconds : 0;
  if (rate <= 0) return '';
  const left = total > done ? `, about ${durationText((total - done) / rate)} left` : '';
  return `${shown(rate)} a second${left}`;
};

/** `12,000 of about 1,000,000 (1 %)` */
export const doneText = ({ done, total }: Pick<Pace, 'done' | 'total'>): string =>
  total < done || total === 0
    ? shown(done)
    : `${shown(done)} of about ${shown(total)} (${Math.floor((done / total) * 100)} %)`;
