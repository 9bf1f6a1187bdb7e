/**
 * An icon of one path on a field of 24, in lucide's manner. For the frame of every page, which would
 * otherwise bring that library's base along for five icons; their paths are lucide's (ISC licence).
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
