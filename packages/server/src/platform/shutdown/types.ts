/** The ordered end of the process. */
export interface Shutdown {
  /** Adds a step. Steps run one after another, the last added first; a step that fails does not stop the others. */
  onStop(name: string, stop: () => Promise<void> | void): void;
  /** Whether the end has begun. */
  stopping(): boolean;
  /** Runs the steps, once; further calls wait for the same end. Answers false when the limit passed before the end. */
  stop(): Promise<boolean>;
}
