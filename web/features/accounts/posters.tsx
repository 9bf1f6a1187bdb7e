import type { ReactElement, ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

/**
 * The illustrations beside the login, register and password forms. They look the same in the light and the dark theme.
 */
export type PosterName = 'night' | 'dawn' | 'keys'

const SCALLOPS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]

/** Draws a kiosk of 260 by 210 units that stands at y = 300, with `windowContent` in its window. */
function Kiosk({ windowContent, isLit }: { windowContent: ReactNode; isLit: boolean }) {
  return (
    <>
      <path d="M82 128h236v172H82z" fill="#1e1916" />
      <path d="M100 146h132v84H100z" fill={isLit ? '#ffe7b0' : '#cfe4f5'} />
      {windowContent}
      <path d="M92 230h148v12H92z" fill="#a92a15" />
      {['#cfe4f5', '#ffb52e', '#d5381f', '#0a756f'].map((fill, index) => (
        <g key={fill} transform={`translate(${102 + index * 34} 252)`}>
          <path d="M0 0h26v36H0z" fill={fill} />
          <path d="M5 7h16M5 13h9" stroke="#1e1916" strokeWidth="2.5" />
        </g>
      ))}
      <path d="M96 276h142" stroke="#fff6e6" strokeWidth="3" />
      <path d="M252 158h50v142h-50z" fill={isLit ? '#ffb52e' : '#0a756f'} />
      <circle cx="293" cy="232" r="4" fill="#1e1916" />
      {SCALLOPS.map(index => (
        <path
          key={index}
          d={`M${70 + index * 26} 92h26v30a13 13 0 0 1-26 0z`}
          fill={index % 2 ? '#fff6e6' : '#d5381f'}
        />
      ))}
      <path d="M70 82h260v12H70z" fill="#a92a15" />
    </>
  )
}

const covers = (
  <>
    <path d="M110 158h30v40h-30z" fill="#d5381f" />
    <circle cx="125" cy="182" r="8" fill="#ffb52e" />
    <path d="M151 158h30v40h-30z" fill="#0a756f" />
    <path d="M158 190v-12M164 190v-18M170 190v-8" stroke="#fff2d6" strokeWidth="3" />
    <path d="M192 158h30v40h-30z" fill="#762b5e" />
    <circle cx="207" cy="182" r="8" fill="none" stroke="#f8c6dd" strokeWidth="3" />
    <path d="M114 164h14M155 164h16M196 164h12" stroke="#fff6e6" strokeWidth="3" />
    <path d="M104 152h124" stroke="#1e1916" strokeWidth="2" />
  </>
)

const POSTERS: Record<PosterName, { background: string; art: ReactElement }> = {
  night: {
    background: 'cover-2',
    art: (
      <>
        <path d="M0 0h400v330H0z" fill="#2b2a6c" />
        <circle cx="318" cy="46" r="24" fill="#ffe9d1" />
        <circle cx="308" cy="40" r="22" fill="#2b2a6c" />
        {[
          [46, 52, 2.5],
          [96, 28, 2],
          [150, 52, 1.8],
          [214, 26, 2.6],
          [254, 58, 1.8],
          [368, 96, 2.4],
          [30, 118, 2],
        ].map(([x, y, r]) => (
          <circle key={x} cx={x} cy={y} r={r} fill="#ffe9d1" />
        ))}
        <path d="M0 300h400v30H0z" fill="#1d1c4e" />
        <path d="M252 300h50l22 30h-94z" fill="#ffb52e" opacity="0.5" />
        <Kiosk isLit windowContent={covers} />
        <path
          d="M352 300v-62m0 16c14 0 20-8 20-20m-20 34c-12 0-18-7-18-17"
          fill="none"
          stroke="#4745a3"
          strokeWidth="7"
          strokeLinecap="round"
        />
        <path d="M338 300h28l-4 18h-20z" fill="#ff8b6b" />
      </>
    ),
  },
  keys: {
    background: 'cover-4',
    art: (
      <>
        <path d="M0 0h400v330H0z" fill="#762b5e" />
        <path d="M40 30h320v142H40z" fill="#571d45" />
        <path d="M40 30h320v10H40z" fill="#43142f" />
        {[
          [90, '#ffb52e', 0],
          [163, '#f8c6dd', -4],
          [310, '#cfe4f5', 3],
        ].map(([x, fill, rotation]) => (
          <g key={x} transform={`translate(${x} 60) rotate(${rotation})`}>
            <circle cy="22" r="14" fill="none" stroke={String(fill)} strokeWidth="8" />
            <path d="M0 35v56M0 68h13M0 87h17" stroke={String(fill)} strokeWidth="8" />
            <circle cy="4" r="5" fill="#1e1916" />
          </g>
        ))}
        <circle cx="237" cy="64" r="5" fill="#1e1916" />
        <path
          d="M237 69a14 14 0 0 1 0 28a14 14 0 0 1 0-28m0 28v54"
          fill="none"
          stroke="#a5628e"
          strokeWidth="2.5"
          strokeDasharray="4 5"
        />
        <path d="M0 300h400v30H0z" fill="#43142f" />
        <path d="M136 228h128v72H136z" fill="#ffb52e" />
        <path d="M166 228v-8a34 34 0 0 1 68 0v8" fill="none" stroke="#fff6e6" strokeWidth="14" />
        <circle cx="200" cy="256" r="11" fill="#1e1916" />
        <path d="M195 258h10l5 25h-20z" fill="#1e1916" />
        <g transform="translate(362 279) rotate(90)">
          <circle r="15" fill="none" stroke="#ff8b6b" strokeWidth="9" />
          <path d="M0 14v62M0 50h16M0 71h19" stroke="#ff8b6b" strokeWidth="9" />
        </g>
      </>
    ),
  },
  dawn: {
    background: 'cover-3',
    art: (
      <>
        <path d="M0 0h400v330H0z" fill="#f2c14e" />
        <circle cx="70" cy="172" r="86" fill="#ffdd8a" />
        <circle cx="70" cy="172" r="58" fill="#ff8b4d" />
        <path d="M0 300h400v30H0z" fill="#c98200" />
        <path d="M0 262c30-20 56-20 84 0v38H0z" fill="#0a756f" />
        <Kiosk
          isLit={false}
          windowContent={
            <>
              {covers}
              {[0, 1, 2].map(index => (
                <g key={index}>
                  <ellipse cx="128" cy={226 - index * 8} rx="16" ry="5.5" fill="#c98200" />
                  <ellipse cx="128" cy={223 - index * 8} rx="16" ry="5.5" fill="#ffb52e" />
                </g>
              ))}
              <path d="M178 200h38v30h-38z" fill="#fff6e6" />
              <path d="M184 208h26M184 215h26M184 222h16" stroke="#1e1916" strokeWidth="2.5" />
            </>
          }
        />
        <path
          d="M338 62q12-14 24 0q12-14 24 0M340 30q8-10 16 0q8-10 16 0"
          fill="none"
          stroke="#7c1d0d"
          strokeWidth="4"
          strokeLinecap="round"
        />
        <path d="M332 262h34v38h-34z" fill="#7c1d0d" />
        <path
          d="M349 262c-4-22-20-24-26-18 4 12 14 18 26 18zm0 0c2-30 18-34 28-28-2 16-14 26-28 28z"
          fill="#0a756f"
        />
      </>
    ),
  },
}

/** Shows an illustration with text below it, on large screens only. */
export function Poster({ name, children }: { name: PosterName; children: ReactNode }) {
  const { background, art } = POSTERS[name]
  return (
    <div
      className={cx(
        background,
        'hidden overflow-hidden rounded-panel bg-(--ground) text-(--word) shadow-soft lg:block',
      )}
    >
      <svg aria-hidden viewBox="0 0 400 330" className="block w-full">
        {art}
      </svg>
      <div className="grid gap-5 px-9 pt-8 pb-10">{children}</div>
    </div>
  )
}
