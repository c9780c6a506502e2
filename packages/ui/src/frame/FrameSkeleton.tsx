import { cx } from '../format/cx.ts';

/** The frame before it is known who is there: where the navigation, the top bar and two cards of content will be. */
export function FrameSkeleton({ collapsed = false, bare = false }: { collapsed?: boolean; bare?: boolean }) {
  return (
    <div className="qd-frame" role="status" aria-label="Loading the console">
      {!bare && (
        <div className={cx('qd-side qd-side-coming', collapsed && 'qd-side-collapsed')} aria-hidden="true">
          <span className="qd-bone" />
          <span className="qd-bone" />
          <span className="qd-bone" />
        </div>
      )}
      <div className="qd-frame-main" aria-hidden="true">
        <div className="qd-top">
          <span className="qd-bone qd-top-coming" />
          <span className="qd-grow" />
          <span className="qd-bone qd-avatar-coming" />
        </div>
        <div className="qd-main qd-main-coming">
          <span className="qd-bone" />
          <span className="qd-bone" />
        </div>
      </div>
    </div>
  );
}
