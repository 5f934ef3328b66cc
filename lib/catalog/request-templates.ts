/** The catalogue of templates for the messages that ask customers for reviews and answers (docs/campaigns.md: templates). */
import file from './request-templates.json' with { type: 'json' };

export type RequestKind = 'review' | 'survey';

/** The texts have placeholders: `{{firstName}}`, `{{businessName}}`, `{{url}}`. */
export interface RequestTemplate {
  readonly templateId: number;
  readonly name: string;
  readonly kind: RequestKind;
  readonly sms: string;
  readonly email: { readonly subject: string; readonly text: string };
}

/** The template of a request for a survey that names none. */
export const SURVEY_TEMPLATE = 2;

const byId: ReadonlyMap<number, RequestTemplate> = new Map(
  (file as readonly RequestTemplate[]).map((template) => [template.templateId, template]),
);

export const requestTemplate = (templateId: number): RequestTemplate | undefined => byId.get(templateId);
