import { shortForms } from './short.ts';

shortForms(3);
