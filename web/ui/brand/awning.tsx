import { cx } from '../cx.ts'

/** The striped awning at the top of every page; `slim` is half as tall, for panels. */
export function Awning({ slim = false, className }: { slim?: boolean; className?: string }) {
  return <div aria-hidden className={cx('awning', slim && 'awning-slim', className)} />
}
