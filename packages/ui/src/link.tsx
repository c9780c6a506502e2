import { type ComponentPropsWithRef, type ComponentType, createContext, type ReactNode, useContext } from 'react';

/** What a link part hands on: an address and the attributes of an anchor. */
export type LinkProps = Omit<ComponentPropsWithRef<'a'>, 'href'> & { href: string };

const LinkContext = createContext<ComponentType<LinkProps> | undefined>(undefined);

/**
 * Says how links of this design system are followed. The app passes a component that knows its router; without one a
 * plain anchor is used. This keeps routes out of the design system.
 */
export function LinkProvider({ link, children }: { link: ComponentType<LinkProps>; children: ReactNode }) {
  return <LinkContext value={link}>{children}</LinkContext>;
}

/** An anchor that is followed by the app's router where there is one (see `LinkProvider`). */
export function Link(props: LinkProps) {
  const Custom = useContext(LinkContext);
  return Custom ? <Custom {...props} /> : <a {...props} />;
}
