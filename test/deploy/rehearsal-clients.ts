/** Partners of the rehearsal, which read and write all the time. */
import { setTimeout as pause } from 'node:timers/promises';

/** What each client waits between two requests: a processor is left to the deploy. */
const BREATH_MILLISECONDS = 100;
const LOCATION = 700101;
/** Both cards are in one item, so that the writers meet each other. */
const CARDS = [740001, 740002];

interface Card {
  readonly cardId: number;
  readonly description: string;
  readonly linkText: string;
}

export interface Clients {
  /** One request more, next to theirs. */
  ask(method: string, path: string, body?: object): Promise<{ readonly status: number; readonly text: string }>;
  cards(): Promise<readonly Card[]>;
  /** The requests since it was asked last, and what was wrong with any. */
  seen(): { readonly requests: number; readonly wrong: readonly string[] };
  stop(): Promise<void>;
}

/** Starts a reader of a location, and a writer of each card, which must read back what it was answered is written. */
export const startClients = (url: string, secret: string): Clients => {
  let requests = 0;
  let wrong: string[] = [];
  let isOver = false;
  const ask: Clients['ask'] = async (method, path, body) => {
    requests++;
    const headers = { 'x-api-key': secret, 'content-type': 'application/json', 'x-business-number': String(LOCATION) };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const reply = await fetch(`${url}${path}`, init).catch((error: Error) => error);
    if (reply instanceof Error) return { status: 599, text: `${reply.message}: ${reply.cause}` };
    return { status: reply.status, text: await reply.text() };
  };
  const right = async (method: string, path: string, body?: object): Promise<string | undefined> => {
    const { status, text } = await ask(method, path, body);
    if (status === 200) return text;
    wrong.push(`${method} ${path}: ${status} ${text.slice(0, 200)}`);
    return undefined;
  };
  const list = `/v1/business/${LOCATION}/profile/customcard`;
  const cardsIn = (text: string): readonly Card[] => JSON.parse(text).customCardDetails;
  const repeat = async (work: () => Promise<unknown>): Promise<void> => {
    for (; !isOver; await pause(BREATH_MILLISECONDS)) await work();
  };
  let changes = 0;
  const writeCard = async (cardId: number): Promise<void> => {
    const description = `Change ${++changes}`;
    if (!(await right('PUT', `/v1/business/public/card/${cardId}`, { description }))) return;
    const text = await right('GET', list);
    const found = text && cardsIn(text).find((card) => card.cardId === cardId)?.description;
    if (text && found !== description) wrong.push(`Card ${cardId} has ${found} in place of ${description}`);
  };
  const work = [
    repeat(() => right('GET', `/v1/business/${LOCATION}`)),
    ...CARDS.map((cardId) => repeat(() => writeCard(cardId))),
  ];
  return {
    ask,
    cards: async () => cardsIn((await right('GET', list)) ?? '{"customCardDetails":[]}'),
    seen() {
      const since = { requests, wrong };
      requests = 0;
      wrong = [];
      return since;
    },
    async stop() {
      isOver = true;
      await Promise.all(work);
    },
  };
};
