import { type HealthTimeRange, REFRESH_RATES } from '@quarterdeck/contract';
import { buttonClass, ChoiceMenu, Link } from '@quarterdeck/ui';
import { CirclePlus, RefreshCw } from 'lucide-react';
import { TopBarExtras } from '../../../app/page-head.tsx';
import { usePagePaths } from '../../../app/pages-context.ts';
import { useAccess } from '../../../data/access.ts';
import { useMedia } from '../../../data/media.ts';
import { isRateDisabled, parseRefreshRate, type RefreshRate, rateLabel } from '../model/settings.ts';

export interface TopToolsProps {
  timeRange: HealthTimeRange;
  rate: RefreshRate;
  onRate: (rate: RefreshRate) => void;
}

/** From this width the rate has room for its name. */
const ROOMY = '(min-width: 1024px)';

/** What the health page has in the top bar: adding a check, and how often it reads anew (contract screens §5.1). */
export function TopTools({ timeRange, rate, onRate }: TopToolsProps) {
  const roomy = useMedia(ROOMY);
  const access = useAccess();
  const hasPage = usePagePaths().has('/settings/canaries');
  const mayAdd = hasPage && access?.can('canaries', 'write');
  return (
    <TopBarExtras>
      {mayAdd && (
        <Link
          className={buttonClass('ghost', 'qd-icon-btn qd-add')}
          aria-label="Add Health Check"
          title="Add Health Check"
          href="/settings/canaries?add=true"
        >
          <CirclePlus size={18} aria-hidden="true" />
        </Link>
      )}
      <span className="qd-rate">
        <ChoiceMenu
          label="Refresh rate"
          compact={!roomy}
          align="end"
          icon={<RefreshCw size={13} aria-hidden="true" />}
          options={REFRESH_RATES.map((one) => ({
            value: one ?? 'none',
            label: rateLabel(one),
            disabled: isRateDisabled(one, timeRange),
          }))}
          value={rate ?? 'none'}
          onChange={(next) => onRate(parseRefreshRate(next))}
        />
      </span>
    </TopBarExtras>
  );
}
