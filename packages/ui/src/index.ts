export {
  DATE_FORMATS,
  type DateFormat,
  formatAge,
  formatCount,
  formatDate,
  formatElapsed,
  formatPercent,
  formatTimestamp,
  parseDate,
  type TriState,
  type TriStateMode,
  type TriStateValue,
} from '@quarterdeck/kit';
export {
  Button,
  type ButtonProps,
  type ButtonVariant,
  buttonClass,
  IconButton,
  type IconButtonProps,
  LinkButton,
  type LinkButtonProps,
  TextButton,
  type TextButtonProps,
} from './controls/Button.tsx';
export { Chip, type ChipProps } from './controls/Chip.tsx';
export { Pager, type PagerProps } from './controls/Pager.tsx';
export { isTyping, SearchBox, type SearchBoxProps } from './controls/SearchBox.tsx';
export { Switch, type SwitchProps, Toggle, type ToggleProps } from './controls/Switch.tsx';
export { type TabItem, Tabs, type TabsProps } from './controls/Tabs.tsx';
export { TextField, type TextFieldProps, TextInput, type TextInputProps } from './controls/TextInput.tsx';
export { TriStateFilter, type TriStateFilterProps, type TriStateOption } from './controls/TriStateFilter.tsx';
export { TriToggle, type TriToggleProps } from './controls/TriToggle.tsx';
export { type DebouncedText, useDebouncedText } from './controls/use-debounced-text.ts';
export { Age, type AgeProps, Duration } from './data/Age.tsx';
export { Avatar, AvatarGroup, type AvatarGroupProps, type AvatarProps } from './data/Avatar.tsx';
export { Chart, type ChartPoint, type ChartProps } from './data/Chart.tsx';
export { Code, type CodeProps } from './data/Code.tsx';
export { CountBar, type CountBarProps } from './data/CountBar.tsx';
export { type DateStyle, DateStyleProvider, useDateStyle } from './data/date-style.ts';
export { Graph, type GraphProps } from './data/graph/Graph.tsx';
export type { GraphEdge, GraphNode } from './data/graph/model.ts';
export { Kbd } from './data/Kbd.tsx';
export { Bytes, type BytesProps, Millicores, Money, type MoneyProps, Percent } from './data/Numbers.tsx';
export { Progress, type ProgressProps } from './data/Progress.tsx';
export { SeriesChart, type SeriesChartProps } from './data/SeriesChart.tsx';
export { Bars, type BarsProps, Donut, type DonutProps, Gauge, type GaugeProps, type Share } from './data/Shares.tsx';
export { StatTile, type StatTileProps, Tiles } from './data/StatTile.tsx';
export type { ChartSeries, ChartThreshold } from './data/series.ts';
export { copyText, TagChips, type TagChipsProps } from './data/TagChips.tsx';
export { Banner, type BannerProps } from './feedback/Banner.tsx';
export { Skeleton, type SkeletonProps } from './feedback/Skeleton.tsx';
export { Empty, type EmptyProps, ErrorView, type ErrorViewProps } from './feedback/States.tsx';
export { Toaster, type ToastOptions, toast } from './feedback/toast.tsx';
export { FilterBar, type FilterBarProps } from './filter-bar/FilterBar.tsx';
export { type FilterField, type FilterState, NO_FILTERS, type SavedFilter } from './filter-bar/filter-state.ts';
export { HiddenNote, type HiddenRows } from './filter-bar/HiddenNote.tsx';
export { cx } from './format/cx.ts';
export { readNow, subscribeTick } from './format/ticker.ts';
export { BrandMark } from './frame/BrandMark.tsx';
export {
  Breadcrumb,
  type BreadcrumbProps,
  type Crumb,
  Frame,
  type FrameProps,
  FrameSkeleton,
  LiveDot,
  type LiveDotProps,
  type NavGroup,
  type NavItem,
  type NavSection,
  Sidebar,
  type SidebarProps,
  TopBar,
  type TopBarProps,
} from './frame/Frame.tsx';
export { Link, type LinkProps, LinkProvider } from './link.tsx';
export { Combobox, type ComboboxProps, MultiCombobox, type MultiComboboxProps } from './overlay/Combobox.tsx';
export { Confirm, type ConfirmProps } from './overlay/Confirm.tsx';
export type { ComboboxOption, OptionSearch } from './overlay/combobox-model.ts';
export { Dialog, type DialogProps, type DialogSize } from './overlay/Dialog.tsx';
export {
  ChoiceMenu,
  type ChoiceMenuProps,
  type ChoiceOption,
  Menu,
  type MenuItem,
  type MenuProps,
} from './overlay/Menu.tsx';
export { createRank, highlight, type TextPiece } from './overlay/match-text.ts';
export { Palette, type PaletteItem, type PaletteProps, type PaletteSection } from './overlay/Palette.tsx';
export { PANEL_WIDTH, Panel, type PanelProps } from './overlay/Panel.tsx';
export { Popover, type PopoverProps } from './overlay/Popover.tsx';
export { Tooltip, type TooltipProps } from './overlay/Tooltip.tsx';
export { Badge, type BadgeProps } from './status/Badge.tsx';
export { HEALTH_WORD, type Health, HealthMark, type HealthMarkProps, HealthShape } from './status/HealthMark.tsx';
export { Icon, type IconProps } from './status/Icon.tsx';
export { RatioBar, type RatioBarProps } from './status/RatioBar.tsx';
export { type Severity, SeverityMark, type SeverityMarkProps } from './status/SeverityMark.tsx';
export { Sparkline, type SparklineProps } from './status/Sparkline.tsx';
export { StatusStrip, type StatusStripProps } from './status/StatusStrip.tsx';
export { describeStrip, type StripResult } from './status/strip.ts';
export { type Aggregate, aggregateValues, badness, worstHealth } from './table/aggregates.ts';
export { ColumnsMenu, type ColumnsMenuProps } from './table/ColumnsMenu.tsx';
export type { ColumnLayout, Pin } from './table/columns.ts';
export { DataTable, type DataTableProps } from './table/DataTable.tsx';
export type { DataColumn } from './table/data-columns.tsx';
export { type GroupRule, groupRows, type RowGroup } from './table/grouping.ts';
export { HeldBar, type HeldBarProps } from './table/HeldBar.tsx';
export type { HeldChange } from './table/held.ts';
export {
  choosePageSize,
  DEFAULT_PAGE_SIZE,
  PAGE_SIZE_KEY,
  PAGE_SIZES,
  parsePageSize,
  SIMPLE_PAGE_SIZES,
} from './table/paging.ts';
export { ALL_SELECTED, countTicked, isTicked, NO_SELECTION, type RowSelection } from './table/selection.ts';
export { type CellValue, compareValues, sortRows } from './table/sorting.ts';
export {
  INITIAL_TABLE_STATE,
  readTableState,
  type TableParams,
  type TableState,
  writeTableState,
} from './table/state.ts';
export { Table } from './table/Table.tsx';
export { tableTools } from './table/tools.ts';
export type { CellFilter, Column, Sort, TableItem, TableProps } from './table/types.ts';
export {
  type HeldOrder,
  type HeldOrderInput,
  type HeldRows,
  type HeldRowsInput,
  useHeldOrder,
  useHeldRows,
} from './table/use-held.ts';
export { useReading } from './table/use-reading.ts';
export { readTheme, setTheme, THEME_BOOT, type Theme } from './theme.ts';
export { TimeRange, type TimeRangeProps } from './time-range/TimeRange.tsx';
