/** The HTML of the page for requests (`request-page.ts`). Pure. */

interface Question {
  readonly id: number;
  readonly title: string;
  readonly type: string;
  readonly required?: unknown;
  readonly choices?: readonly string[];
  readonly minValue?: number | null;
  readonly maxValue?: number | null;
}

/** What get survey answers. */
export interface Survey {
  readonly name: string;
  readonly thankYouMessage: string;
  readonly pages: readonly { readonly name: string; readonly questions: readonly Question[] }[];
}

interface About {
  readonly businessName: string;
  readonly firstName: string;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const text = (value: unknown): string => String(value).replace(/[&<>"']/g, (mark) => ESCAPES[mark]!);

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:36rem;margin:3rem auto;padding:0 1rem;color:#222}
h1{font-size:1.4rem}fieldset{border:0;padding:0;margin:0 0 1.2rem}legend,label.one{font-weight:600;display:block}
input[type=text],input[type=number],textarea,select{width:100%;padding:.4rem;font:inherit}.wrong{color:#a00}`;

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${text(title)}</title><style>${STYLE}</style><body><h1>${text(title)}</h1>${body}</body></html>`;

export const errorPage = (message: string): string => page('Not found', `<p>${text(message)}</p>`);
export const textPage = (message: string): string => page(message, '');

const greeting = ({ firstName }: About): string => (firstName ? `Hi ${firstName}, ` : '');

/** Where a review can be written. What is no address of the web is shown, and leads nowhere. */
export const reviewPage = (
  about: About & { readonly sources: readonly { readonly sourceName: string; readonly reviewUrl: string }[] },
): string => {
  const rows = about.sources.map(({ sourceName, reviewUrl }) =>
    /^https?:\/\//i.test(reviewUrl)
      ? `<li><a rel="noreferrer" href="${text(reviewUrl)}">${text(sourceName)}</a></li>`
      : `<li>${text(sourceName)}: ${text(reviewUrl)}</li>`,
  );
  return page(`${greeting(about)}how was ${about.businessName}?`, `<p>Write a review:</p><ul>${rows.join('')}</ul>`);
};

const choices = ({ choices: all = [] }: Question, name: string, type: string): string =>
  all
    .map((each) => `<label><input type="${type}" name="${name}" value="${text(each)}"> ${text(each)}</label><br>`)
    .join('');

const input = (question: Question): string => {
  const { id, type, minValue, maxValue } = question;
  const name = `q${id}`;
  const line = (part: string, label = '') =>
    `<input type="text" name="${part}" placeholder="${label}" aria-label="${label}">`;
  switch (type) {
    case 'label':
      return '';
    case 'textarea':
      return `<textarea name="${name}" rows="4"></textarea>`;
    case 'nps':
    case 'rating':
      return `<input type="number" name="${name}" min="${minValue ?? 0}" max="${maxValue ?? 10}">`;
    case 'checkbox':
      return choices(question, name, 'checkbox');
    case 'radio':
    case 'dropdown':
      return choices(question, name, 'radio');
    case 'contact':
      return ['name', 'email', 'phone'].map((part) => line(`${name}.${part}`, part)).join('');
    default:
      return line(name);
  }
};

const asked = (question: Question): string =>
  `<fieldset><legend>${text(question.title)}${question.required ? ' *' : ''}</legend>${input(question)}</fieldset>`;

/** @param wrong - what the last try was refused for */
export const surveyPage = (about: About, { name, pages }: Survey, wrong = ''): string => {
  const parts = pages.map(({ name: title, questions }) => `<h2>${text(title)}</h2>${questions.map(asked).join('')}`);
  return page(
    `${greeting(about)}how was ${about.businessName}?`,
    `<p>${text(name)}</p>${wrong && `<p class="wrong">${text(wrong)}</p>`}
<form method="post">${parts.join('')}<button>Send</button></form>`,
  );
};
