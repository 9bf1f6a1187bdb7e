import { encode } from 'uqr'

/** Shows a text as a QR code. The code is dark on white in both themes, because scanners need that. */
export function QrImage({ text, label }: { text: string; label: string }) {
  const { data, size } = encodeQr(text)
  const path = data
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])))
    .join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-44 shrink-0 rounded-card border border-line bg-[#fff]"
    >
      <path d={path} fill="#1e1916" />
    </svg>
  )
}

/** Returns the squares of a QR code, row by row; true is dark. */
export const encodeQr = (text: string) => encode(text, { ecc: 'M', border: 3 })
