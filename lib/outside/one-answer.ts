/** What a server may send before its one response to a request, so that it ends in time whatever it sends. */
import type { ClientRequest } from 'node:http';

/** Interim responses (1xx). No server needs more; they are parsed one by one, as fast as they come. */
const MOST_INTERIM = 10;

/**
 * Ends a request whose server switches protocols unasked, or sends interim responses without end.
 *
 * @param onSwitched - called with the status (101) of a server that switches protocols, once the connection is closed
 * @param onEndless - what is wrong with endless interim responses: the request ends with this error
 */
export const expectOneAnswer = (
  request: ClientRequest,
  onSwitched: (status: number) => void,
  onEndless: () => Error,
): void => {
  let interim = 0;
  request.on('upgrade', ({ statusCode = 0 }, socket) => {
    socket.destroy();
    onSwitched(statusCode);
  });
  request.on('information', () => {
    interim += 1;
    if (interim > MOST_INTERIM) {
      // One that came with them is parsed nevertheless.
      request.removeAllListeners('response');
      request.destroy(onEndless());
    }
  });
};
