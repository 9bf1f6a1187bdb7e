import type { ReactNode } from 'react'

/** The names of the illustrations for empty states and errors: an empty rack, a closed shutter and a torn awning. */
export type IllustrationName = 'emptyRack' | 'closedShutter' | 'tornAwning'

/** Draws an illustration in the colors of the theme. It is decorative, because the text beside it says the same. */
export default function Illustration({ art }: { art: IllustrationName }) {
  return (
    <svg aria-hidden viewBox="0 0 240 180" className="size-full">
      <ellipse cx="120" cy="166" rx="96" ry="8" className="fill-tint" />
      {DRAWINGS[art]}
    </svg>
  )
}

const SCALLOPS = [0, 1, 2, 3, 4, 5]

/** Draws an awning with six scallops of 28 units each, starting at x = 36. */
function AwningDrawing({ y, skip }: { y: number; skip?: number[] }) {
  return (
    <>
      {SCALLOPS.map(
        index =>
          !skip?.includes(index) && (
            <path
              key={index}
              d={`M${36 + index * 28} ${y}h28v20a14 14 0 0 1-28 0z`}
              className={index % 2 ? 'fill-card stroke-line' : 'fill-awning stroke-awning'}
            />
          ),
      )}
    </>
  )
}

const emptyRack = (
  <>
    <path
      d="M52 56v106M188 56v106"
      className="fill-none stroke-ink"
      strokeWidth="5"
      strokeLinecap="round"
    />
    <path d="M52 78h136M52 124h136" className="fill-none stroke-edge" strokeWidth="3" />
    {[72, 112, 152].map(x => (
      <g key={x}>
        <path d={`M${x} 72h14v12h-14z`} className="fill-mango" />
        <path
          d={`M${x - 6} 84h26v32h-26z`}
          className="fill-paper stroke-edge"
          strokeWidth="1.5"
          strokeDasharray="4 4"
        />
      </g>
    ))}
    {[72, 152].map(x => (
      <path key={x} d={`M${x} 118h14v12h-14z`} className="fill-mango" />
    ))}
    <g transform="rotate(9 119 124)">
      <path d="M112 118h14v12h-14z" className="fill-mango" />
      <path d="M103 130h32v38h-32z" className="fill-jade" />
      <circle cx="119" cy="152" r="8" className="fill-mango" />
      <path d="M108 136h16M108 141h10" className="stroke-card" strokeWidth="2.5" />
    </g>
    <AwningDrawing y={26} />
  </>
)

const closedShutter = (
  <>
    <path d="M44 40h152v122H44z" className="fill-ink" />
    <path d="M56 64h128v98H56z" className="fill-edge" />
    {[76, 90, 104, 118, 132].map(y => (
      <path key={y} d={`M56 ${y}h128`} className="stroke-ink" strokeWidth="2.5" opacity="0.45" />
    ))}
    <path d="M56 148h128v14H56z" className="fill-mango" />
    <path d="M110 152h20v6h-20z" className="fill-ink" rx="3" />
    <AwningDrawing y={26} />
    <g transform="rotate(-5 120 104)">
      <path d="M120 76l-22 14h44z" className="fill-none stroke-ink" strokeWidth="2" />
      <rect x="84" y="90" width="72" height="34" rx="6" className="fill-card stroke-line" />
      <path
        d="M96 102h48M102 112h36"
        className="stroke-awning"
        strokeWidth="4"
        strokeLinecap="round"
      />
    </g>
  </>
)

const tornAwning = (
  <>
    <path
      d="M52 52v110M188 52v110"
      className="fill-none stroke-ink"
      strokeWidth="5"
      strokeLinecap="round"
    />
    <path d="M44 118h152v44H44z" className="fill-ink" />
    <path d="M106 132h28v30h-28z" className="fill-mango" />
    <AwningDrawing y={26} skip={[3, 4]} />
    <path
      d="M120 26h28v8l-9 7 7 9-10 5 3 9-19 2z"
      className="fill-card stroke-line"
      strokeLinejoin="round"
    />
    <g transform="rotate(38 160 66)">
      <path
        d="M146 44l9 6 5-7 8 8 7-5v22a14 14 0 0 1-29 0z"
        className="fill-awning"
        strokeLinejoin="round"
      />
    </g>
    <path
      d="M206 60q8 4 8 12M214 48q14 6 14 22"
      className="fill-none stroke-edge"
      strokeWidth="2.5"
      strokeLinecap="round"
    />
  </>
)

const DRAWINGS: Record<IllustrationName, ReactNode> = { emptyRack, closedShutter, tornAwning }
