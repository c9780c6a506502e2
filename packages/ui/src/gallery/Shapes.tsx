import { Avatar, AvatarGroup } from '../data/Avatar.tsx';
import { CountBar } from '../data/CountBar.tsx';
import { SeriesChart } from '../data/SeriesChart.tsx';
import { Bars, Donut, Gauge } from '../data/Shares.tsx';
import type { ChartSeries } from '../data/series.ts';
import { Icon } from '../status/Icon.tsx';
import { PRODUCT_MARKS } from '../status/product-marks.ts';
import { GALLERY_NOW } from './fixtures.ts';
import { Section } from './Section.tsx';

const wave = (shift: number, height: number): ChartSeries['points'] =>
  Array.from({ length: 60 }, (_, i) => [
    GALLERY_NOW - (60 - i) * 60_000,
    i > 30 && i < 36 ? null : height * (1.2 + Math.sin((i + shift) / 6)),
  ]);

const MEMORY: readonly ChartSeries[] = [
  { id: 'used', label: 'Used', points: wave(0, 2), kind: 'area' },
  { id: 'cached', label: 'Cached', points: wave(9, 1.4) },
  { id: 'free', label: 'Free', points: wave(20, 1) },
];
const COSTS: readonly ChartSeries[] = [
  { id: 'cost', label: 'Cost', points: wave(4, 30).filter((_, i) => i % 4 === 0), kind: 'bars', tone: 'info' },
];
const NAMES = [
  'Ada Lovelace',
  'Grace Hopper',
  'Linus',
  'Barbara Liskov',
  'Edsger Dijkstra',
  'Frances Allen',
  'Ken Thompson',
];

/** Charts of series, small shapes, people and product marks. */
export function ShapesGallery() {
  return (
    <>
      <Section title="Charts of series">
        <SeriesChart
          label="Memory of the last hour"
          series={MEMORY}
          thresholds={[
            { value: 4, label: 'Warning', tone: 'warn' },
            { value: 5, label: 'Limit', tone: 'bad' },
          ]}
          format={(value) => `${value.toFixed(1)} GB`}
        />
        <SeriesChart label="Cost" series={COSTS} format={(value) => `$${value.toFixed(0)}`} height={120} />
        <SeriesChart label="Nothing" series={[]} />
      </Section>
      <Section title="Parts of a whole">
        <Donut
          label="Checks by health"
          centre="906"
          shares={[
            { label: 'healthy', value: 884, tone: 'ok' },
            { label: 'unhealthy', value: 12, tone: 'bad' },
            { label: 'warning', value: 7, tone: 'warn' },
            { label: 'unknown', value: 3, tone: 'unk' },
          ]}
        />
        <Bars
          label="Cost by team"
          shares={[
            { label: 'payments', value: 812 },
            { label: 'search and a name that is long', value: 240 },
            { label: 'identity', value: 12 },
          ]}
          format={(value) => `$${value}`}
        />
        <div className="qd-row">
          {[0, 48, 82, 97].map((value) => (
            <Gauge key={value} label={`CPU at ${value}`} value={value} />
          ))}
        </div>
        <div className="qd-row">
          <CountBar label="Components" healthy={12_345} unhealthy={12} warning={7} unknown={3} />
          <CountBar label="Configs" unhealthy={2} />
        </div>
      </Section>
      <Section title="People">
        <div className="qd-row">
          {NAMES.map((name) => (
            <Avatar key={name} name={name} />
          ))}
        </div>
        <AvatarGroup label="Responders" people={NAMES.map((name) => ({ name }))} />
      </Section>
      <Section title="Product marks">
        <div className="qd-row">
          {Object.keys(PRODUCT_MARKS).map((name) => (
            <Icon key={name} name={name} label={name} size={22} />
          ))}
        </div>
      </Section>
    </>
  );
}
