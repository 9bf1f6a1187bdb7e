import type { ReactElement } from 'react'

type StepName = 'register' | 'publish' | 'sell'

/** Draws the illustration of a step. It looks the same in the light and the dark theme. */
export function StepIllustration({ step }: { step: StepName }) {
  return (
    <svg aria-hidden viewBox="0 0 320 170" className="block w-full">
      {ILLUSTRATIONS[step]}
    </svg>
  )
}

const SCALLOPS = [0, 1, 2, 3, 4, 5, 6]

const register = (
  <>
    <path d="M0 0h320v170H0z" fill="#0a756f" />
    <circle cx="262" cy="44" r="20" fill="#ffb52e" />
    <path d="M0 150h320v20H0z" fill="#06524e" />
    <path d="M83 66h154v84H83z" fill="#1e1916" />
    <path d="M97 84h62v36H97z" fill="#cfe4f5" />
    <path d="M103 96h14v24h-14z" fill="#d5381f" />
    <path d="M121 100h14v20h-14z" fill="#2b2a6c" />
    <path d="M139 94h14v26h-14z" fill="#f2c14e" />
    <path d="M178 88h38v62h-38z" fill="#ffb52e" />
    <circle cx="209" cy="121" r="3" fill="#1e1916" />
    {SCALLOPS.map(index => (
      <path
        key={index}
        d={`M${76 + index * 24} 42h24v26a12 12 0 0 1-24 0z`}
        fill={index % 2 ? '#fff6e6' : '#d5381f'}
      />
    ))}
    <path d="M76 36h168v8H76z" fill="#a92a15" />
  </>
)

const publish = (
  <>
    <path d="M0 0h320v170H0z" fill="#f2c14e" />
    <path d="M0 42h320" stroke="#1e1916" strokeWidth="4" />
    <g transform="rotate(-3 84 42)">
      <path d="M52 48h64v80H52z" fill="#762b5e" />
      {[22, 15, 8].map(radius => (
        <circle
          key={radius}
          cx="84"
          cy="94"
          r={radius}
          fill="none"
          stroke="#f8c6dd"
          strokeWidth="4"
        />
      ))}
      <path d="M60 58h34M60 66h22" stroke="#ffd28a" strokeWidth="4" strokeLinecap="round" />
      <path d="M78 34h12v20H78z" fill="#d5381f" />
    </g>
    <g transform="rotate(2 236 42)">
      <path d="M204 48h64v80h-64z" fill="#2b2a6c" />
      <path d="M212 128l24-46 24 46z" fill="#ff8b6b" />
      <circle cx="254" cy="80" r="8" fill="#ffe9d1" />
      <path d="M212 58h34M212 66h22" stroke="#ffe9d1" strokeWidth="4" strokeLinecap="round" />
      <path d="M230 34h12v20h-12z" fill="#d5381f" />
    </g>
    <g transform="translate(0 20) rotate(-8 160 90)">
      <path d="M124 48h72v90h-72z" fill="#d5381f" />
      <circle cx="160" cy="102" r="19" fill="#ffb52e" />
      <path d="M124 118c12-8 24-8 36 0s24 7 36-1v21h-72z" fill="#fff6e6" />
      <path d="M133 60h38M133 69h26" stroke="#fff6e6" strokeWidth="4.5" strokeLinecap="round" />
    </g>
    <path d="M176 170c-2-14 2-26 12-30 8-3 10-12 18-14 9-2 13 6 12 16l-2 28z" fill="#fff6e6" />
    <path d="M172 170c0-8 6-12 14-12h28c4 0 6 4 6 12z" fill="#0a756f" />
  </>
)

const sell = (
  <>
    <path d="M0 0h320v170H0z" fill="#2b2a6c" />
    <circle cx="58" cy="132" r="52" fill="#4745a3" />
    <g transform="rotate(-6 122 92)">
      <rect x="82" y="24" width="80" height="134" rx="13" fill="#1e1916" />
      <rect x="89" y="34" width="66" height="114" rx="6" fill="#fff6e6" />
      <circle cx="122" cy="72" r="19" fill="#0a756f" />
      <path
        d="M113 72l6.5 7 12-14"
        fill="none"
        stroke="#fff6e6"
        strokeWidth="5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path d="M101 104h42M107 114h30" stroke="#1e1916" strokeWidth="5" strokeLinecap="round" />
      <rect x="99" y="126" width="46" height="13" rx="6.5" fill="#d5381f" />
    </g>
    {[0, 1, 2].map(index => (
      <g key={index}>
        <ellipse cx="236" cy={132 - index * 17} rx="35" ry="13" fill="#c98200" />
        <ellipse cx="236" cy={126 - index * 17} rx="35" ry="13" fill="#ffb52e" />
      </g>
    ))}
    <ellipse cx="236" cy="92" rx="23" ry="7.5" fill="none" stroke="#c98200" strokeWidth="3" />
    <path
      d="M206 40l6 12M236 28v14M266 40l-6 12"
      stroke="#ff8b6b"
      strokeWidth="5"
      strokeLinecap="round"
    />
  </>
)

const ILLUSTRATIONS: Record<StepName, ReactElement> = { register, publish, sell }
