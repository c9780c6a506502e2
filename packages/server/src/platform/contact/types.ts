/** Whether the database can be reached, as this node last saw it. */
export interface DatabaseContact {
  /**
   * Does work on the database and notes how it went. Rejects with `DATABASE_UNAVAILABLE` when it cannot be reached or
   * does not answer within the limit (milliseconds; 5 s unless told), with the work's own error otherwise.
   */
  attempt<T>(work: () => Promise<T>, limitMs?: number): Promise<T>;
  /** The same, but rejects at once while the database is away: somebody else finds out when it is back. */
  use<T>(work: () => Promise<T>, limitMs?: number): Promise<T>;
  /** Since when it is away, in milliseconds since the epoch; null while it can be reached. */
  awaySinceMs(): number | null;
  /** Why it cannot be reached; null while it can. */
  reason(): string | null;
}
