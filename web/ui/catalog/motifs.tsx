import type { ReactElement } from 'react'

/**
 * The drawings on generated covers, by name. A drawing lies in a field of 80 by 100 units, of which the title takes the
 * top 34.
 */
export const COVER_MOTIFS: Record<string, ReactElement> = {
  sun: (
    <>
      <circle cx="40" cy="58" r="19" className="fill-(--a)" />
      <path d="M0 76c12-8 26-8 40 0s28 7 40-1v25H0z" className="fill-(--b)" />
    </>
  ),
  bars: (
    <>
      {[44, 38, 31, 24, 17, 10].map((height, index) => (
        <rect
          key={height}
          x={13 + index * 9.4}
          y={66 - height / 2}
          width="5.4"
          height={height}
          rx="2.7"
          className={index % 2 ? 'fill-(--b)' : 'fill-(--a)'}
        />
      ))}
    </>
  ),
  peak: (
    <>
      <path d="M14 100l24-52 24 52z" className="fill-(--a)" />
      <path d="M40 100l18-34 22 34z" className="fill-(--c)" />
      <circle cx="60" cy="50" r="9" className="fill-(--b)" />
    </>
  ),
  grid: (
    <>
      {Array.from({ length: 16 }, (_, index) => {
        const x = 19 + (index % 4) * 14
        const y = 48 + Math.floor(index / 4) * 14
        const tone =
          index === 5 || index === 6 || index === 9 || index === 10 ? 'fill-(--b)' : 'fill-(--a)'
        return (index + Math.floor(index / 4)) % 2 ? (
          <circle key={index} cx={x} cy={y} r="5.2" className={tone} />
        ) : (
          <rect key={index} x={x - 5} y={y - 5} width="10" height="10" rx="1.6" className={tone} />
        )
      })}
    </>
  ),
  rings: (
    <>
      {[29, 22, 15, 8].map(radius => (
        <circle
          key={radius}
          cx="40"
          cy="66"
          r={radius}
          className="fill-none stroke-(--a)"
          strokeWidth="3.2"
        />
      ))}
      <circle cx="40" cy="66" r="4" className="fill-(--b)" />
    </>
  ),
  sheet: (
    <>
      <path d="M20 44h30l11 12v40H20z" className="fill-(--a)" />
      <path d="M50 44v12h11z" className="fill-(--b)" />
      {[66, 73, 80, 87].map((y, index) => (
        <path
          key={y}
          d={`M27 ${y}h${index === 3 ? 16 : 27}`}
          className="stroke-(--ground)"
          strokeWidth="2.6"
          strokeLinecap="round"
        />
      ))}
    </>
  ),
  waves: (
    <>
      {[54, 66, 78, 90].map((y, index) => (
        <path
          key={y}
          d={`M0 ${y}c10-9 20-9 30 0s20 9 30 0 15-8 20-4v40H0z`}
          className={['fill-(--c)', 'fill-(--a)', 'fill-(--ground)', 'fill-(--b)'][index]}
        />
      ))}
    </>
  ),
  steps: (
    <>
      {[0, 1, 2, 3].map(step => (
        <rect
          key={step}
          x={12 + step * 14}
          y={84 - step * 12}
          width="14"
          height={16 + step * 12}
          className={step % 2 ? 'fill-(--c)' : 'fill-(--a)'}
        />
      ))}
      <circle cx="61" cy="40" r="5.5" className="fill-(--b)" />
    </>
  ),
}

export const MOTIF_NAMES = Object.keys(COVER_MOTIFS)
