import type { ReactNode } from 'react'
import { Check } from '#web/ui/icons/check.tsx'
import { cx } from '../cx.ts'

export interface ChecklistTask {
  id: string
  label: ReactNode
  isDone: boolean
  /** The text under the label. */
  hint?: ReactNode
  /** A button or link that leads to the task, shown until the task is done. */
  action?: ReactNode
}

/** Lists tasks from first to last. Completed tasks are ticked, and the first open one is highlighted. */
export function Checklist({ tasks, doneLabel }: { tasks: ChecklistTask[]; doneLabel: string }) {
  const next = tasks.find(task => !task.isDone)?.id
  return (
    <ol className="grid gap-2.5">
      {tasks.map((task, index) => (
        <li
          key={task.id}
          className={cx(
            'flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border px-4 py-3',
            task.id === next ? 'border-warn/30 bg-warn-tint' : 'border-line bg-card',
          )}
        >
          <span
            aria-hidden
            className={cx(
              'figures grid size-[26px] shrink-0 place-items-center rounded-full border-2 text-tiny font-semibold',
              task.isDone ? 'border-jade bg-jade text-card' : 'border-edge',
            )}
          >
            {task.isDone ? <Check size={15} strokeWidth={3} /> : index + 1}
          </span>
          <span className="min-w-0 flex-1 basis-48 py-1">
            <span className={cx(task.id === next && 'font-semibold')}>{task.label}</span>
            {task.isDone && <span className="sr-only"> ({doneLabel})</span>}
            {task.hint && <span className="block text-tiny text-soft">{task.hint}</span>}
          </span>
          {!task.isDone && task.action}
        </li>
      ))}
    </ol>
  )
}
