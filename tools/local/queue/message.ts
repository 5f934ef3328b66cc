/** A message of the queue on this machine, and the list of those that wait to become visible. */

/** A message to send. */
export interface Draft {
  readonly body: string;
  /** Messages of one group delay no other group's (`MessageGroupId`). */
  readonly group?: string | undefined;
  /** Seconds until it first becomes visible. */
  readonly delaySeconds?: number | undefined;
}

/** Times are milliseconds since 1970. */
export interface Message {
  readonly id: string;
  readonly body: string;
  readonly md5: string;
  readonly group: string | undefined;
  readonly sentAt: number;
  firstReceivedAt: number | undefined;
  /** How often it was received. */
  receipts: number;
  visibleAt: number;
  /** The handle of the last receipt; earlier handles delete nothing. */
  handle: string | undefined;
  isInFlight: boolean;
}

/** Messages in order of the time at which each becomes visible. */
export const createWaitingList = () => {
  let list: Message[] = [];
  /** The index behind all messages that are visible by then. */
  const placeOf = (visibleAt: number): number => {
    let [low, high] = [0, list.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (list[middle]!.visibleAt <= visibleAt) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    add: (message: Message): void => void list.splice(placeOf(message.visibleAt), 0, message),
    /** Removes a message. Returns whether it was in the list. */
    remove: (message: Message): boolean => {
      const place = list.indexOf(message, placeOf(message.visibleAt - 1));
      if (place >= 0) list.splice(place, 1);
      return place >= 0;
    },
    /** Removes and returns the messages that are visible by then. */
    takeUntil: (time: number): Message[] => list.splice(0, placeOf(time)),
    first: (): Message | undefined => list[0],
    all: (): readonly Message[] => list,
    clear: (): void => {
      list = [];
    },
  };
};
