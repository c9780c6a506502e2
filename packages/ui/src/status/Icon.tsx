export interface IconProps {
  /** A check type or product name: http, dns, postgres … */
  name: string;
  /** Tried when the first name is not known. */
  fallback?: string;
  size?: number;
  /** Without a label the mark is decoration. */
  label?: string;
}

/** The mark of a type by its name; an unknown name gets its first letters. */
export function Icon({ name }: IconProps) {
  return <span>{name.slice(0, 2)}</span>;
}
