/** The catalogues of `lib/catalog` as their rules read them, each row with the type that its schema guarantees. */
import type { CatalogueFile } from './catalogue-schemas.ts';

export interface Offered {
  readonly onlyIn?: readonly string[];
  readonly notIn?: readonly string[];
}
export interface Row extends Offered {
  readonly id: string;
  readonly name: string;
}
export interface BusinessRow extends Row {
  readonly mapsCategoryId?: string;
}
export interface MapsRow extends Row {
  readonly parent?: string;
  readonly actionLinks?: readonly { readonly id: string }[];
}
export interface Attribute extends Offered {
  readonly attributeId: string;
  readonly categories?: readonly string[];
  readonly mapsCategories?: readonly string[];
  readonly values?: readonly { readonly value: string }[];
}
export interface Group {
  readonly group: string;
  readonly attributes: readonly Attribute[];
}
export interface HotelAttribute {
  readonly attributeId: string;
  readonly columnId: number;
  readonly possibleValues?: readonly { readonly value: string }[];
}
export interface HoursType {
  readonly type: string;
  readonly categories?: readonly string[];
  readonly mapsCategories?: readonly string[];
}

export interface TemplateRow {
  readonly templateId: number;
  readonly name: string;
  readonly kind: 'review' | 'survey';
  readonly sms: string;
  readonly email: { readonly subject: string; readonly text: string };
}

/** The contents of the files, each of which matches its schema. */
export interface Catalogues extends Readonly<Record<CatalogueFile, unknown>> {
  readonly 'business-categories.json': readonly BusinessRow[];
  readonly 'maps-categories.json': readonly MapsRow[];
  readonly 'beta-categories.json': readonly Row[];
  readonly 'gamma-categories.json': readonly Row[];
  readonly 'healthcare-categories.json': readonly Row[];
  readonly 'alpha-attributes.json': readonly Group[];
  readonly 'maps-attributes.json': readonly Group[];
  readonly 'hotel-attributes.json': Readonly<Record<string, Readonly<Record<string, readonly HotelAttribute[]>>>>;
  readonly 'more-hours-types.json': { readonly alpha: readonly HoursType[]; readonly maps: readonly HoursType[] };
  readonly 'review-sources.json': readonly { readonly alias: string; readonly sourceId: number }[];
  readonly 'request-templates.json': readonly TemplateRow[];
  readonly 'review-terms.json': {
    readonly categories: readonly {
      readonly catId: number;
      readonly keywords: readonly { readonly id: number; readonly keyword: string }[];
    }[];
  };
}
