import { listDeadJobs, retryJob, retryAllJobs } from '#contract/admin/operations.ts'
import * as m from '#messages'
import { useRead, useWrite } from '#web/api/query.ts'
import { showResultToast } from '#web/features/admin/admin-action-button.tsx'
import { formatDateTime } from '#web/i18n/format.ts'
import { List } from '#web/shared/lists/list.tsx'
import { useListPage } from '#web/shared/lists/use-list-page.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { RotateCcw } from '#web/ui/icons/rotate-ccw.tsx'

/**
 * Lists the background jobs that have used up all attempts, with the last error of each, and lets an admin retry them.
 */
export function DeadJobs() {
  const page = useListPage({})
  const query = useRead(listDeadJobs, { query: page.query })
  const [retry] = useWrite(retryJob)
  const [retryAll, retryAllState] = useWrite(retryAllJobs)
  return (
    <List
      query={query}
      pages={page.stepsFrom(query.currentData)}
      rows={({ jobs }) => jobs}
      empty={m.admin_no_jobs()}
    >
      {jobs => (
        <>
          <div className="text-right">
            <Button
              kind="ghost"
              size="small"
              pending={retryAllState.isLoading}
              icon={<RotateCcw aria-hidden size={17} />}
              onClick={() => void retryAll({}).then(showResultToast)}
            >
              {m.admin_retry_all()}
            </Button>
          </div>
          <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-card">
            {jobs.map(job => (
              <li key={job.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3.5">
                <div className="min-w-0 flex-1 basis-60">
                  <b className="font-mono text-small">{job.kind}</b>
                  <p className="figures text-tiny text-soft">
                    <span>{m.admin_job_tries({ count: job.attempts })}</span>
                    {job.diedAt && <span>{` · ${formatDateTime(job.diedAt)}`}</span>}
                  </p>
                  {job.lastError && <p className="text-small break-words">{job.lastError}</p>}
                </div>
                <Button
                  kind="ghost"
                  size="small"
                  onClick={() => void retry({ params: { id: job.id } }).then(showResultToast)}
                >
                  {m.retry()}
                  <span className="sr-only"> {job.kind}</span>
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </List>
  )
}
