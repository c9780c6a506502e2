import type { Json } from './values.ts';

/**
 * What a form is generated from. The same description serves the console (fields) and whoever owns the type (connection,
 * check, scraper, playbook parameter), so it is plain data. A value is one JSON object; a `path` names a place in it with
 * dots (`spec.http.0.url`). What no field names is kept as it is.
 */
export type FormSchema = readonly FormField[];

/** Shown (and checked) only while the value at `path` is one of `in`, or, with `not`, while it is none of them. */
export interface FieldCondition {
  path: string;
  in: readonly Json[];
  not?: boolean;
}

/** What all fields with a value have. */
export interface FieldBase {
  path: string;
  label: string;
  /** A sentence under the field. */
  hint?: string;
  placeholder?: string;
  required?: boolean;
  /** Said of an empty field that is required, where a sentence of its own is fixed. */
  requiredText?: string;
  readOnly?: boolean;
  /** Laid into a new value by `defaultsOf`. */
  default?: Json;
  when?: FieldCondition;
}

/** One line of text or many; `secret` hides what is typed. `dns1123`: lower-case letters, digits, `-` and `.`. */
export interface TextField extends FieldBase {
  kind: 'text';
  multiline?: boolean;
  secret?: boolean;
  format?: 'dns1123' | 'email' | 'url';
  minLength?: number;
  maxLength?: number;
  /** A regular expression for the whole text. */
  pattern?: string;
  /** Said of a text that does not match. */
  patternText?: string;
}

/** A number; `asText` stores it as a string (connection properties). */
export interface NumberField extends FieldBase {
  kind: 'number';
  min?: number;
  max?: number;
  integer?: boolean;
  asText?: boolean;
  unit?: string;
}

/** On or off; `asText` stores `"true"` and `"false"` (playbook parameters). */
export interface SwitchField extends FieldBase {
  kind: 'switch';
  asText?: boolean;
}

/** A thing to choose. */
export interface FieldOption {
  value: string;
  label: string;
  hint?: string;
}

/** One of a few; `radio` shows them all at once. */
export interface SelectField extends FieldBase {
  kind: 'select';
  options: readonly FieldOption[];
  radio?: boolean;
}

/** One (or, with `multiple`, a list) of many: given here, or searched in the host's source of that name. */
export interface ComboboxField extends FieldBase {
  kind: 'combobox';
  options?: readonly FieldOption[];
  source?: string;
  multiple?: boolean;
  /** Other texts than those offered are allowed. */
  creatable?: boolean;
  /** Values are stored as numbers (HTTP response codes). */
  numeric?: boolean;
}

/** The kinds of resources that a field can pick by id. */
export type ResourceKind =
  | 'component'
  | 'config'
  | 'check'
  | 'person'
  | 'team'
  | 'connection'
  | 'canary'
  | 'playbook'
  | 'notification';

/** Stored resources, searched in the host's source that is named as the kind. The value is an id, or a list of them. */
export interface ResourceField extends FieldBase {
  kind: 'resource';
  of: ResourceKind;
  multiple?: boolean;
  /** Narrows the search; handed to the source as it is. */
  selector?: Json;
}

/** `1h30m`, with choices to pick from. */
export interface DurationField extends FieldBase {
  kind: 'duration';
  choices?: readonly string[];
}

/** Cron, `@every 5m`, `@daily` …, with choices to pick from. */
export interface ScheduleField extends FieldBase {
  kind: 'schedule';
  choices?: readonly string[];
}

/** A size stored as `{n}Mi`, `{n}Gi` or `{n}Ti`. */
export interface BytesField extends FieldBase {
  kind: 'bytes';
}

/** CPU stored as `{n}m`. */
export interface MillicoresField extends FieldBase {
  kind: 'millicores';
}

/** A map of texts. */
export interface KeyValueField extends FieldBase {
  kind: 'key-value';
  keyLabel?: string;
  valueLabel?: string;
}

/** A list: of sub-forms (`fields`, paths relative to the item) or of single values (`item`, its path is ignored). */
export interface ListField extends FieldBase {
  kind: 'list';
  /** "header", for the button "Add header". */
  itemLabel?: string;
  fields?: FormSchema;
  item?: FormField;
}

/**
 * A text in place, of a config map, or of a secret. `env` stores `{value}` or `{valueFrom}`; `url` stores one string:
 * the text, `secret://name/key` or `configmap://name/key` (contract screens §12, §13.1).
 */
export interface ValueSourceField extends FieldBase {
  kind: 'value-source';
  as: 'env' | 'url';
  /** The text in place is hidden while typed (default true). */
  secret?: boolean;
  /** Many lines: certificates. */
  large?: boolean;
}

/** The languages of a code field. */
export type CodeLanguage = 'yaml' | 'json' | 'cel' | 'template' | 'javascript' | 'shell' | 'text';

/** Heights of a code field (contract screens §7.6). */
export type CodeSize = 'very-small' | 'small' | 'medium' | 'large' | 'full';

/** A document. `as: 'value'` stores what YAML or JSON text means, `text` the text itself (default). */
export interface CodeField extends FieldBase {
  kind: 'code';
  language: CodeLanguage;
  as?: 'text' | 'value';
  /** JSON schema for completion and checks. */
  schema?: Json;
  size?: CodeSize;
}

/** The name of a mark. */
export interface IconField extends FieldBase {
  kind: 'icon';
}

/** A colour, `#rrggbb`. */
export interface ColorField extends FieldBase {
  kind: 'color';
}

/**
 * Fields under one heading. `path` puts them below a key. `optional`: a switch reveals them; off removes the whole
 * sub-object at `path`, or, without one, what stands at `owns`. `collapsed`: folded until asked for.
 */
export interface GroupField {
  kind: 'group';
  label: string;
  hint?: string;
  path?: string;
  optional?: boolean;
  /** Paths of an optional group whose fields are stored beside others, not below a key of their own. */
  owns?: readonly string[];
  collapsed?: boolean;
  /** Fields stand side by side where there is room. */
  row?: boolean;
  fields: FormSchema;
  when?: FieldCondition;
}

/** One way of a one-of field. */
export interface OneOfOption {
  value: string;
  label: string;
  /** What is laid into the value on choosing, by path. */
  set?: Readonly<Record<string, Json>>;
  /** Paths that go when another way is chosen that does not have them. The first, when set, marks this way as chosen. */
  owns?: readonly string[];
  fields?: FormSchema;
}

/** Alternatives that show other fields. With `path` the choice itself is stored there; else the paths set tell it. */
export interface OneOfField {
  kind: 'one-of';
  label: string;
  hint?: string;
  path?: string;
  tabs?: boolean;
  options: readonly OneOfOption[];
  when?: FieldCondition;
}

/** A sentence between fields. */
export interface NoteField {
  kind: 'note';
  text: string;
  when?: FieldCondition;
}

/** Any field that holds one value. */
export type ValueField =
  | TextField
  | NumberField
  | SwitchField
  | SelectField
  | ComboboxField
  | ResourceField
  | DurationField
  | ScheduleField
  | BytesField
  | MillicoresField
  | KeyValueField
  | ListField
  | ValueSourceField
  | CodeField
  | IconField
  | ColorField;

/** Any part of a form. */
export type FormField = ValueField | GroupField | OneOfField | NoteField;
