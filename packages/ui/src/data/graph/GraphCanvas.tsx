import '@xyflow/react/dist/base.css';
import {
  Controls,
  type Edge,
  Handle,
  type Node,
  type NodeProps,
  Position,
  ReactFlow,
  type ReactFlowInstance,
} from '@xyflow/react';
import { createContext, type KeyboardEvent, use, useMemo, useRef, useState } from 'react';
import { cx } from '../../format/cx.ts';
import { HEALTH_WORD, type Health, HealthShape } from '../../status/HealthMark.tsx';
import { Icon } from '../../status/Icon.tsx';
import type { GraphProps } from './Graph.tsx';
import { placeNodes } from './graph-layout.ts';
import { foldGraph, type GraphFold, type GraphNode, NODE_HEIGHT, NODE_WIDTH, nextSpot } from './model.ts';

type Drawn = { kind: 'node'; node: GraphNode } | { kind: 'fold'; fold: GraphFold };
type FlowNode = Node<{ drawn: Drawn; direction: 'right' | 'down' }, 'qd'>;

interface Walk {
  /** The one node that Tab reaches. */
  active: string | undefined;
  selected: string | null | undefined;
  activate: (drawn: Drawn) => void;
  focus: (id: string) => void;
}

const WalkContext = createContext<Walk>({ active: undefined, selected: null, activate: () => {}, focus: () => {} });
const NODE_TYPES = { qd: FlowNodeView };
/** Everything, but never too small to read. */
const FIT = { padding: 0.08, minZoom: 0.6, maxZoom: 1 };

/** The drawing of a graph. Loaded by `Graph` only. Arrows go to the nearest node, Enter opens, + − zoom, 0 shows all. */
export function GraphCanvas({
  label,
  nodes,
  edges,
  direction = 'right',
  foldAfter,
  selectedId,
  onActivate,
}: GraphProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [focused, setFocused] = useState<string>();
  const flow = useRef<ReactFlowInstance<FlowNode, Edge>>(undefined);
  const host = useRef<HTMLDivElement>(null);
  const folded = useMemo(
    () => foldGraph(nodes, edges, { open, ...(foldAfter !== undefined && { most: foldAfter }) }),
    [nodes, edges, open, foldAfter],
  );
  const spots = useMemo(() => placeNodes(folded, direction), [folded, direction]);
  const flowNodes = useMemo(() => {
    const drawn = new Map<string, Drawn>([
      ...folded.nodes.map((node) => [node.id, { kind: 'node', node }] as const),
      ...folded.folds.map((fold) => [fold.id, { kind: 'fold', fold }] as const),
    ]);
    return spots.flatMap(({ id, x, y }): FlowNode[] => {
      const one = drawn.get(id);
      const position = { x: x - NODE_WIDTH / 2, y: y - NODE_HEIGHT / 2 };
      const size = { width: NODE_WIDTH, height: NODE_HEIGHT };
      return one ? [{ id, type: 'qd', position, ...size, data: { drawn: one, direction } }] : [];
    });
  }, [folded, spots, direction]);
  const flowEdges = useMemo(
    () =>
      folded.edges.map(
        (edge): Edge => ({
          id: `${edge.from} ${edge.to} ${edge.label ?? ''}`,
          source: edge.from,
          target: edge.to,
          className: `qd-edge qd-edge-${edge.health ?? 'none'}`,
          ...(edge.label && { label: edge.label }),
        }),
      ),
    [folded],
  );
  const active = spots.some((spot) => spot.id === focused) ? focused : (selectedId ?? spots[0]?.id);

  const focus = (id: string) => {
    setFocused(id);
    const spot = spots.find((one) => one.id === id);
    const zoom = flow.current?.getZoom() ?? 1;
    if (spot) void flow.current?.setCenter(spot.x, spot.y, { zoom });
    requestAnimationFrame(() =>
      host.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(id)}"]`)?.focus({ preventScroll: true }),
    );
  };
  const activate = (drawn: Drawn) => {
    if (drawn.kind === 'node') {
      onActivate?.(drawn.node);
      return;
    }
    setOpen((before) => new Set([...before, drawn.fold.id]));
    const [first] = drawn.fold.hidden;
    if (first) requestAnimationFrame(() => focus(first.id));
  };
  const key = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = active === undefined ? undefined : nextSpot(spots, active, event.key);
    if (next) focus(next);
    else if (event.key === '+' || event.key === '=') void flow.current?.zoomIn();
    else if (event.key === '-') void flow.current?.zoomOut();
    else if (event.key === '0') void flow.current?.fitView(FIT);
    else if (!event.key.startsWith('Arrow')) return;
    event.preventDefault();
  };
  return (
    <WalkContext value={{ active, selected: selectedId, activate, focus: setFocused }}>
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing with buttons in it is no form */}
      <div ref={host} role="group" aria-label={`${label}, drawing`} className="qd-graph-canvas" onKeyDown={key}>
        <ReactFlow<FlowNode, Edge>
          nodes={flowNodes}
          edges={flowEdges}
          nodeTypes={NODE_TYPES}
          onInit={(instance) => {
            flow.current = instance;
          }}
          fitView
          fitViewOptions={FIT}
          minZoom={0.1}
          maxZoom={2}
          nodesDraggable={false}
          nodesConnectable={false}
          nodesFocusable={false}
          edgesFocusable={false}
          elementsSelectable={false}
          onlyRenderVisibleElements
          disableKeyboardA11y
          proOptions={{ hideAttribution: true }}
        >
          <Controls showInteractive={false} position="bottom-right" />
        </ReactFlow>
      </div>
    </WalkContext>
  );
}

function FlowNodeView({ id, data: { drawn, direction } }: NodeProps<FlowNode>) {
  const { active, selected, activate, focus } = use(WalkContext);
  const health: Health = drawn.kind === 'node' ? drawn.node.health : drawn.fold.health;
  const [label, detail] =
    drawn.kind === 'node' ? [drawn.node.label, drawn.node.detail] : [`${drawn.fold.hidden.length} more`, undefined];
  const isRight = direction === 'right';
  return (
    <>
      <Handle type="target" position={isRight ? Position.Left : Position.Top} isConnectable={false} />
      <button
        type="button"
        data-node={id}
        className={cx('qd-node', 'nodrag', `qd-node-${health}`, drawn.kind === 'fold' && 'qd-node-fold')}
        aria-current={id === selected ? 'true' : undefined}
        tabIndex={id === active ? 0 : -1}
        title={[label, detail].filter(Boolean).join('\n')}
        onClick={() => activate(drawn)}
        onFocus={() => focus(id)}
      >
        {drawn.kind === 'node' && drawn.node.type && <Icon name={drawn.node.type} />}
        <span className="qd-node-text">
          <span className="qd-cut">{label}</span>
          {detail && <span className="qd-cut qd-dim">{detail}</span>}
        </span>
        <span className="qd-sr">, {HEALTH_WORD[health]}</span>
        <HealthShape health={health} />
      </button>
      <Handle type="source" position={isRight ? Position.Right : Position.Bottom} isConnectable={false} />
    </>
  );
}
