import { AuthFrame, type AuthFrameProps } from '../../identity/components/AuthFrame.tsx';
import '../hosted.css';

/** The frame of a page outside of the console, in hosted mode. */
export function HubPage(props: AuthFrameProps) {
  return <AuthFrame {...props} />;
}
