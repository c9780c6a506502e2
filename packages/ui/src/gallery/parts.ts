import type { ComponentType } from 'react';
import { CodeGallery } from './CodeGallery.tsx';
import { ControlsGallery } from './Controls.tsx';
import { DataTableGallery } from './DataTableGallery.tsx';
import { DisplayGallery } from './Display.tsx';
import { FeedbackGallery } from './Feedback.tsx';
import { FiltersGallery } from './Filters.tsx';
import { FormGallery } from './FormGallery.tsx';
import { FrameGallery } from './FrameGallery.tsx';
import { GraphGallery } from './GraphGallery.tsx';
import { ShapesGallery } from './Shapes.tsx';
import { TableGallery } from './TableGallery.tsx';

/** The kinds of parts, each with the address that shows it alone: `#table`. */
export const GALLERY_PARTS: readonly { id: string; title: string; Part: ComponentType }[] = [
  { id: 'table', title: 'Table', Part: TableGallery },
  { id: 'data-table', title: 'Data table', Part: DataTableGallery },
  { id: 'frame', title: 'Frame', Part: FrameGallery },
  { id: 'controls', title: 'Controls', Part: ControlsGallery },
  { id: 'filters', title: 'Filters', Part: FiltersGallery },
  { id: 'display', title: 'Display', Part: DisplayGallery },
  { id: 'shapes', title: 'Charts and people', Part: ShapesGallery },
  { id: 'graph', title: 'Graph', Part: GraphGallery },
  { id: 'feedback', title: 'Feedback', Part: FeedbackGallery },
  { id: 'form', title: 'Form', Part: FormGallery },
  { id: 'code', title: 'Code', Part: CodeGallery },
];
