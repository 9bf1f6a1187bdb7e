/**
 * An icon of one path in a field of 24 by 24 units, in the style of lucide. The layouts use it instead of lucide, whose
 * base code would be added to every page for five icons. The paths are lucide's (ISC license).
 */
export function LineIcon({
  d,
  size = 20,
  className,
}: {
  d: string
  size?: number
  className?: string
}) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
    >
      <path d={d} />
    </svg>
  )
}
