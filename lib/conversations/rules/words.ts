/** Words by which a contact opts out of texts, and in again, if a text says nothing else. Pure. */

const OUT: ReadonlySet<string> = new Set(['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT']);
const IN: ReadonlySet<string> = new Set(['START', 'UNSTOP']);

/** Punctuation, and the symbols of ASCII that are typed like it; what is invisible. */
const AROUND = /[\p{P}\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}$+<=>^`|~]/gu;

/** Whether a text opts its sender in to texts (true) or out of them (false); `undefined` where it does neither. */
export const smsChoice = (channel: string, text: string): boolean | undefined => {
  if (channel !== 'SMS') return undefined;
  const word = text.normalize('NFKC').replace(AROUND, '').trim().toUpperCase();
  if (OUT.has(word)) return false;
  return IN.has(word) ? true : undefined;
};
