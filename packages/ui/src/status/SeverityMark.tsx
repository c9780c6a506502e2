/** Severities of checks and incidents; any other word is drawn as `info`. */
export type Severity = 'info' | 'low' | 'medium' | 'warning' | 'high' | 'critical' | 'blocker';

export interface SeverityMarkProps {
  severity: string;
}

/** A severity as filled bars and a word. */
export function SeverityMark({ severity }: SeverityMarkProps) {
  return <span className="qd-severity">{severity}</span>;
}
