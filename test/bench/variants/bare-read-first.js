/** The bare handler as it is mostly written: it reads the record, looks whether it is the partner's, and writes. */
import { bareHandler } from './bare.js';
import { documentStore } from './document-store.js';

export const handler = bareHandler(documentStore({}, true));
