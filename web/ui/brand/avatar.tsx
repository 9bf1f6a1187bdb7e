import { cx } from '../cx.ts'

/** Shows a profile picture, or a default drawing. The image is decorative, because the name stands beside it. */
export function Avatar({ src, className = 'size-9' }: { src?: string | null; className?: string }) {
  const box = cx('shrink-0 rounded-full', className)
  if (src) return <img src={src} alt="" className={cx(box, 'bg-tint object-cover')} />
  return (
    <svg aria-hidden viewBox="0 0 40 40" className={cx(box, 'overflow-hidden')}>
      <path d="M0 0h40v40H0z" fill="#ffb52e" />
      <path d="M4 40c0-9 7-14 16-14s16 5 16 14z" fill="#0a756f" />
      <circle cx="20" cy="18.5" r="8.5" fill="#fff6e6" />
      <path
        d="M10.5 17c0-7 4-11 9.5-11s9.5 4 9.5 11c-3-1-5-3-6-5.5-2 3.5-8 5.5-13 5.500z"
        fill="#1e1916"
      />
      <circle cx="17" cy="19.5" r="1.3" fill="#1e1916" />
      <circle cx="23" cy="19.5" r="1.3" fill="#1e1916" />
      <path
        d="M17 23.200q3 2.2 6 0"
        fill="none"
        stroke="#1e1916"
        strokeWidth="1.5"
        strokeLinecap="round"
      />
    </svg>
  )
}
