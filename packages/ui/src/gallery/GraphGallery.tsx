import { useState } from 'react';
import { Graph } from '../data/graph/Graph.tsx';
import type { GraphEdge, GraphNode } from '../data/graph/model.ts';
import { Section } from './Section.tsx';

const TYPES = ['postgres', 'redis', 'nginx', 'kafka'];
const NODES: readonly GraphNode[] = [
  { id: 'cluster', label: 'eu-west', type: 'kubernetes', health: 'mixed', detail: 'Kubernetes::Cluster' },
  ...['payments', 'search', 'identity'].map(
    (id, i): GraphNode => ({
      id,
      label: id,
      type: 'helm',
      health: i === 0 ? 'unhealthy' : 'healthy',
      detail: 'Helm::Release',
    }),
  ),
  ...Array.from(
    { length: 24 },
    (_, i): GraphNode => ({
      id: `pod-${i}`,
      label: `ledger-${i}-7f9c`,
      type: TYPES[i % TYPES.length] ?? 'http',
      health: i === 20 ? 'unhealthy' : i === 7 ? 'warning' : 'healthy',
      detail: 'Kubernetes::Pod',
    }),
  ),
];
const EDGES: readonly GraphEdge[] = [
  { from: 'cluster', to: 'payments', label: 'runs', health: 'unhealthy' },
  { from: 'cluster', to: 'search' },
  { from: 'cluster', to: 'identity', health: 'warning' },
  ...Array.from(
    { length: 24 },
    (_, i): GraphEdge => ({
      from: i < 18 || i === 20 ? 'payments' : 'search',
      to: `pod-${i}`,
      ...(i === 20 && { health: 'unhealthy' as const }),
    }),
  ),
];

/** The graph with folded siblings, and without anything to draw. */
export function GraphGallery() {
  const [open, setOpen] = useState<string | null>('payments');
  return (
    <>
      <Section title="Graph" wide>
        <Graph
          label="Relationships"
          nodes={NODES}
          edges={EDGES}
          selectedId={open}
          onActivate={(node) => setOpen(node.id)}
        />
      </Section>
      <Section title="Graph without nodes">
        <Graph label="Nothing related" nodes={[]} edges={[]} />
      </Section>
    </>
  );
}
