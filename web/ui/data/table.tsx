import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

export interface TableColumn<Row> {
  id: string
  header: ReactNode
  cell: (row: Row) => ReactNode
  /** Whether the column is right-aligned and has figures of equal width. */
  numeric?: boolean
}

/** A table with a caption. On narrow screens it scrolls horizontally, also by keyboard. */
export function Table<Row>({
  caption,
  captionHidden = false,
  columns,
  rows,
  rowKey,
}: {
  caption: string
  captionHidden?: boolean
  columns: TableColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
}) {
  return (
    <section
      aria-label={caption}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      className="overflow-x-auto rounded-card border border-line bg-card"
    >
      <table className="w-full border-collapse text-small">
        <caption
          className={cx(
            captionHidden ? 'sr-only' : 'px-4 pt-4 pb-2 text-left font-display text-h3 font-[680]',
          )}
        >
          {caption}
        </caption>
        <thead>
          <tr className="border-b border-line text-left text-soft">
            {columns.map(column => (
              <th
                key={column.id}
                scope="col"
                className={cx(
                  'px-4 py-3 font-semibold whitespace-nowrap',
                  column.numeric && 'text-right',
                )}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={rowKey(row)} className="border-b border-line last:border-0 hover:bg-tint/60">
              {columns.map(column => (
                <td
                  key={column.id}
                  className={cx(
                    'px-4 py-3',
                    column.numeric && 'figures text-right whitespace-nowrap',
                  )}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
