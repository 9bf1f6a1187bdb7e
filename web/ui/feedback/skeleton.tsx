import { cx } from '../cx.ts'

/** A placeholder for content that is loading. A class sets its size. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden className={cx('block animate-shimmer rounded-field bg-tint', className)} />
  )
}

/** Placeholders for product cards that are loading. */
export function CardSkeletons({ count }: { count: number }) {
  return (
    <>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} aria-hidden className="grid content-start gap-3">
          <Skeleton className="aspect-[4/5] rounded-cover" />
          <Skeleton className="h-5 w-3/4" />
          <Skeleton className="h-4 w-1/2" />
        </div>
      ))}
    </>
  )
}
