import type { Egress } from '@quarterdeck/checks';

/** The way out for checks, and the one for the product itself. */
export interface GuardedEgress extends Egress {
  /** The same policy, but the product's own ports may be reached: only for the product's watch over itself. */
  internal(): Egress;
  /** Names a port that the product listens on; calls to it on an address of this machine are refused from then on. */
  protectPort(port: number): void;
}
