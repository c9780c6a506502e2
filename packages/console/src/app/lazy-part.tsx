import { type ComponentType, type LazyExoticComponent, lazy, type ReactNode, Suspense, useState } from 'react';

/** A part of the console in a script of its own. */
export interface LazyPart<Props> {
  (props: Props): ReactNode;
  /** Fetches the script, once; one that could not be fetched is fetched again. */
  preload: () => Promise<ComponentType<Props>>;
}

/**
 * Makes a part whose script is fetched when it is first needed. Where the script is there already the part is drawn at
 * once: React would hold a part that had to be waited for back for a third of a second. A part that is drawn anew after
 * its script failed, as by the Retry of an error page, fetches it again.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback?: ReactNode,
): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<ComponentType<Props>> | undefined;
  const preload = (): Promise<ComponentType<Props>> => {
    loading ??= load().then(
      (part) => {
        loaded = part;
        return part;
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  type Body = ComponentType<Props> | LazyExoticComponent<ComponentType<Props>>;
  function Part(props: Props) {
    const [Drawn] = useState<Body>(() => loaded ?? lazy(async () => ({ default: await preload() })));
    return (
      <Suspense fallback={fallback}>
        <Drawn {...props} />
      </Suspense>
    );
  }
  return Object.assign(Part, { preload });
}
