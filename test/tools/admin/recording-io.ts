/** A terminal that remembers what commands say, and a clock that stands until it is set. */
import type { Io } from '../../../tools/io.ts';

export interface RecordingIo extends Io {
  readonly said: string[];
  readonly logged: string[];
  /** All of it. */
  text(): string;
  time: number;
}

export const recordingIo = (time = Date.now()): RecordingIo => {
  const said: string[] = [];
  const logged: string[] = [];
  return {
    said,
    logged,
    time,
    text: () => [...said, ...logged].join('\n'),
    out: (line) => void said.push(line),
    log: (line) => void logged.push(line),
    now() {
      return this.time;
    },
  };
};
