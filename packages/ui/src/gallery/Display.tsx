import { useState } from 'react';
import { Age, Duration } from '../data/Age.tsx';
import { Chart } from '../data/Chart.tsx';
import { Code } from '../data/Code.tsx';
import { Kbd } from '../data/Kbd.tsx';
import { Bytes, Millicores, Money, Percent } from '../data/Numbers.tsx';
import { Progress } from '../data/Progress.tsx';
import { StatTile, Tiles } from '../data/StatTile.tsx';
import { TagChips } from '../data/TagChips.tsx';
import { LiveDot } from '../frame/Frame.tsx';
import { Badge } from '../status/Badge.tsx';
import { type Health, HealthMark } from '../status/HealthMark.tsx';
import { Icon } from '../status/Icon.tsx';
import { RatioBar } from '../status/RatioBar.tsx';
import { SeverityMark } from '../status/SeverityMark.tsx';
import { Sparkline } from '../status/Sparkline.tsx';
import { StatusStrip } from '../status/StatusStrip.tsx';
import { GALLERY_NOW, makePoints, makeResults, SAMPLE_JSON, SAMPLE_YAML } from './fixtures.ts';
import { Section } from './Section.tsx';

const HEALTHS: readonly Health[] = ['healthy', 'warning', 'unhealthy', 'unknown', 'mixed', 'none'];
const SEVERITIES = ['info', 'low', 'medium', 'warning', 'high', 'critical', 'blocker'];
const TYPES = ['http', 'dns', 'tcp', 'icmp', 'exec', 'postgres', 'mysql', 'redis', 'folder', 'prometheus'];
const MORE_TYPES = ['alertmanager', 'junit', 'webhook', 'kubernetes', 'sql', 's3', 'ldap', 'group', 'somethingElse'];
const TAGS = {
  account: 'prod',
  namespace: 'payments',
  name: 'ledger',
  tier: '1',
  region: 'eu-west-1',
  team: 'payments',
};
const POINTS = makePoints();

/** Health, severity, strips, tiles, tags, code and charts in their states. */
export function DisplayGallery() {
  const [said, setSaid] = useState('');
  return (
    <>
      <Section title="Health">
        <div className="qd-row">
          {HEALTHS.map((health) => (
            <HealthMark key={health} health={health} />
          ))}
        </div>
        <div className="qd-row">
          {HEALTHS.map((health) => (
            <HealthMark key={health} health={health} show="shape" />
          ))}
          <HealthMark health="unhealthy" size="s" />
          <HealthMark health="unhealthy" size="l" label="12 unhealthy" />
        </div>
        <RatioBar unhealthy={12} warning={7} unknown={3} healthy={884} />
        <RatioBar healthy={20} width={180} />
        <RatioBar width={180} />
      </Section>
      <Section title="Severity, badges, marks">
        <div className="qd-row">
          {SEVERITIES.map((severity) => (
            <SeverityMark key={severity} severity={severity} />
          ))}
        </div>
        <div className="qd-row">
          {(['neutral', 'ok', 'warn', 'bad', 'info', 'accent'] as const).map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
          <Kbd>Ctrl K</Kbd>
        </div>
        <div className="qd-row">
          {[...TYPES, ...MORE_TYPES].map((type) => (
            <Icon key={type} name={type} label={type} />
          ))}
        </div>
        <div className="qd-row">
          <LiveDot state="live" at={Date.now() - 1000} />
          <LiveDot state="stale" />
          <LiveDot state="offline" />
        </div>
      </Section>
      <Section title="Strips and lines">
        {(['unhealthy', 'unknown', 'healthy'] as const).map((health, i) => (
          <StatusStrip key={health} results={makeResults(health, i + 5)} />
        ))}
        <StatusStrip results={makeResults('unhealthy', 9, 12)} failAs="warning" />
        <StatusStrip results={[]} />
        <Sparkline values={POINTS.map((point) => point.durationMs)} label="Latency of the last hour" />
      </Section>
      <Section title="Numbers and times">
        <Tiles>
          <StatTile label="Uptime" value="93.3" unit="%" note="8 of 120 failed" />
          <StatTile label="Latency 95 %" value="184" unit="ms" note="97 % 201 ms" />
          <StatTile label="Latency 99 %" value="340" unit="ms" note="max 412 ms" />
          <StatTile label="Severity" value="-" />
        </Tiles>
        <div className="qd-row">
          <Age at={Date.now() - 9000} suffix />
          <Age at={Date.now() - 14 * 60_000} />
          <Age at={Date.now() + 21_500} suffix />
          <Duration ms={184} />
          <Duration ms={7_500_000} />
          <Duration ms={null} />
          <Percent ratio={0.9931} />
        </div>
        <div className="qd-row">
          <Age at={Date.now() - 7_500_000} to={Date.now()} />
          <Bytes value={1536} />
          <Bytes value="192Mi" />
          <Bytes value={null} />
          <Money amount={0.424} />
          <Money amount={828_750.06} />
          <Money amount={0} />
          <Millicores value={250} />
          <Millicores value={1500} />
        </div>
        {[0, 3, 48, 82, 97, 130].map((percent) => (
          <Progress key={percent} label={`Used at ${percent} per cent`} value={percent} showText />
        ))}
        <Progress label="Memory" value={1.5} max={4} text="1.5GB of 4GB" showText />
      </Section>
      <Section title="Tags">
        <TagChips
          tags={TAGS}
          onInclude={(key) => setSaid(`included ${key}`)}
          onExclude={(key) => setSaid(`excluded ${key}`)}
        />
        <TagChips tags={{ 'a-key-that-is-much-longer-than-most': 'with a value that does not fit in a chip at all' }} />
        <output className="qd-dim">{said}</output>
      </Section>
      <Section title="Chart">
        <Chart
          label="Health and latency of the last hour"
          points={POINTS}
          from={GALLERY_NOW - 3_600_000}
          to={GALLERY_NOW}
        />
        <Chart label="latency" points={[]} loading height={90} />
        <Chart label="latency" points={[]} />
      </Section>
      <Section title="Code">
        <Code label="Canary" language="yaml" text={SAMPLE_YAML} />
        <Code label="Answer" language="json" text={SAMPLE_JSON} maxHeight={160} />
        <Code label="Output" text="exit code 0" lineNumbers={false} />
      </Section>
    </>
  );
}
