/** The ship of Quarterdeck. */
export function BrandMark({ size = 20 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="qd-brand-mark"
      aria-hidden="true"
    >
      <path d="M2.5 12.5h15l-2 4.5h-11z" />
      <path d="M10 12V3m0 0 5.5 6M10 3 5.5 9" />
    </svg>
  );
}
