import type { ReactElement, ReactNode } from 'react'

/** The illustrations of the outcome pages. They look the same in the light and the dark theme. */
export type OutcomeArtName =
  | 'mailbox'
  | 'checkedEnvelope'
  | 'lostEnvelope'
  | 'closedKiosk'
  | 'openDoor'

const SCALLOPS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]

/** Draws an envelope of 120 by 80 units around the origin. */
function Envelope({ children }: { children?: ReactNode }) {
  return (
    <>
      <rect x="-60" y="-40" width="120" height="80" rx="6" fill="#fff6e6" />
      <path
        d="M-57 -36l57 44 57-44"
        fill="none"
        stroke="#1e1916"
        strokeWidth="4"
        strokeLinejoin="round"
      />
      <path d="M-56 36l38-32M56 36l-38-32" stroke="#1e1916" strokeWidth="4" strokeLinecap="round" />
      {children}
    </>
  )
}

const ILLUSTRATIONS: Record<OutcomeArtName, ReactElement> = {
  openDoor: (
    <>
      <path d="M0 0h480v180H0z" fill="#2b2a6c" />
      {[
        [64, 40, 2.4],
        [120, 84, 1.8],
        [404, 36, 2.6],
        [442, 92, 2],
        [352, 66, 1.8],
      ].map(([x, y, r]) => (
        <circle key={x} cx={x} cy={y} r={r} fill="#ffe9d1" />
      ))}
      <path d="M184 180l18-98h76l18 98z" fill="#ffb52e" opacity="0.35" />
      <path d="M196 46h88v134h-88z" fill="#1e1916" />
      <path d="M206 56h68v124h-68z" fill="#ffe7b0" />
      <path d="M206 56l46 16v122l-46-14z" fill="#d5381f" />
      <circle cx="243" cy="128" r="5" fill="#ffb52e" />
      <g transform="translate(116 128) rotate(-62)">
        <circle r="17" fill="none" stroke="#ff8b6b" strokeWidth="9" />
        <path d="M0 16v62M0 54h15M0 72h18" stroke="#ff8b6b" strokeWidth="9" />
      </g>
    </>
  ),
  mailbox: (
    <>
      <path d="M0 0h480v180H0z" fill="#cfe4f5" />
      <path
        d="M-6 128c52 10 84-70 128-50s-6 74-26 42 50-66 96-46"
        fill="none"
        stroke="#2b2a6c"
        strokeWidth="4"
        strokeDasharray="3 11"
        strokeLinecap="round"
      />
      <g transform="translate(262 84) rotate(-8)">
        <Envelope>
          <circle cx="0" cy="10" r="17" fill="#d5381f" />
          <path d="M-7 1h14l3 7h-20zM-7 10h14v9h-14z" fill="#fff6e6" />
        </Envelope>
      </g>
      <path d="M400 180v-72" stroke="#1e1916" strokeWidth="9" />
      <path d="M362 60h56a22 22 0 0 1 22 22v38h-78z" fill="#d5381f" />
      <path d="M362 60a22 22 0 0 1 22 22v38h-44V82a22 22 0 0 1 22-22z" fill="#a92a15" />
      <path d="M350 88h24" stroke="#fff6e6" strokeWidth="5" strokeLinecap="round" />
      <path d="M412 46h24v14h-19v30h-5z" fill="#ffb52e" />
    </>
  ),
  checkedEnvelope: (
    <>
      <path d="M0 0h480v180H0z" fill="#0a756f" />
      {[
        [70, 46, '#ffb52e', 18],
        [118, 118, '#ff8b6b', -30],
        [40, 126, '#cfe4f5', 50],
        [160, 38, '#fff6e6', -12],
        [330, 34, '#ff8b6b', 24],
        [392, 60, '#ffb52e', -40],
        [438, 118, '#fff6e6', 16],
        [356, 132, '#cfe4f5', -18],
      ].map(([x, y, fill, rotation]) => (
        <rect
          key={x}
          x={x}
          y={y}
          width="20"
          height="9"
          rx="2"
          fill={String(fill)}
          transform={`rotate(${rotation} ${x} ${y})`}
        />
      ))}
      <g transform="translate(240 98) rotate(4)">
        <Envelope />
      </g>
      <circle cx="274" cy="66" r="30" fill="#ffb52e" />
      <path
        d="M260 67l10 11 18-22"
        fill="none"
        stroke="#1e1916"
        strokeWidth="7"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  ),
  lostEnvelope: (
    <>
      <path d="M0 0h480v180H0z" fill="#762b5e" />
      <path
        d="M-6 60c70-40 110 60 170 30"
        fill="none"
        stroke="#f8c6dd"
        strokeWidth="4"
        strokeDasharray="3 11"
        strokeLinecap="round"
      />
      <path d="M0 156c60-14 120-14 180 0s120 14 180 0 90-10 120-4v28H0z" fill="#571d45" />
      <g transform="translate(242 92) rotate(-14)">
        <Envelope />
      </g>
      <g transform="rotate(9 372 80)">
        <path d="M372 62v118" stroke="#ffd28a" strokeWidth="7" />
        <path d="M330 44h76l16 14-16 14h-76z" fill="#ffb52e" />
        <path d="M416 82h-70l-14 13 14 13h70z" fill="#f8c6dd" />
      </g>
    </>
  ),
  closedKiosk: (
    <>
      <path d="M0 0h480v180H0z" fill="#1e1916" />
      <circle cx="404" cy="48" r="20" fill="#ffe9d1" />
      <circle cx="396" cy="43" r="18" fill="#1e1916" />
      <path d="M130 54h220v126H130z" fill="#4a3f38" />
      {[74, 90, 106, 122, 138].map(y => (
        <path key={y} d={`M130 ${y}h220`} stroke="#1e1916" strokeWidth="3" />
      ))}
      <path d="M130 150h220v30H130z" fill="#ffb52e" />
      {SCALLOPS.map(index => (
        <path
          key={index}
          d={`M${110 + index * 26} 34h26v20a13 13 0 0 1-26 0z`}
          fill={index % 2 ? '#fff6e6' : '#d5381f'}
        />
      ))}
      <path d="M110 24h260v12H110z" fill="#a92a15" />
    </>
  ),
}

export function OutcomeArt({ name }: { name: OutcomeArtName }) {
  return (
    <svg aria-hidden viewBox="0 0 480 180" className="block w-full">
      {ILLUSTRATIONS[name]}
    </svg>
  )
}
