import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { ERRORS, type Lock, type Locker } from '@tus/server'
import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { afterDelay } from '#server/db/columns.ts'
import { uploads } from '#server/db/schema/index.ts'
import { ApiError } from '#server/http/api-error.ts'

/** After a process was killed, its uploads go on when this time is over. */
const LEASE_MS = 5000
const RENEW_MS = 1000
/** The time in which the request that has the lock must notice that another one wants it, and store what it has. */
const WAIT_MS = 15_000
const POLL_MS = 200

/**
 * Locks an upload over all processes, by a lease in its row. A request that wants the lock makes the one that has it
 * store what has arrived and end: a browser that comes back after a cut must not wait for a connection that is dead.
 */
export const createUploadLocker = (db: Database): Locker => ({
  newLock(id): Lock {
    const token = randomUUID()
    const isOurs = and(eq(uploads.id, id), eq(uploads.lockToken, token))
    let timer: NodeJS.Timeout | undefined

    async function tryLock(): Promise<boolean> {
      const rows = await db
        .update(uploads)
        .set({ lockToken: token, lockedUntil: afterDelay(LEASE_MS), isLockWanted: false })
        .where(
          and(
            eq(uploads.id, id),
            sql`(${uploads.lockedUntil} is null or ${uploads.lockedUntil} < now())`,
          ),
        )
        .returning({ id: uploads.id })
      return rows.length > 0
    }

    async function wantLock(): Promise<void> {
      const rows = await db
        .update(uploads)
        .set({ isLockWanted: true })
        .where(eq(uploads.id, id))
        .returning({ id: uploads.id })
      if (rows.length === 0) throw new ApiError('ERROR_UPLOAD_NOT_FOUND', id)
    }

    return {
      async lock(signal, requestRelease) {
        const end = performance.now() + WAIT_MS
        while (!(await tryLock())) {
          if (signal.aborted || performance.now() > end) throw ERRORS.ERR_LOCK_TIMEOUT
          await wantLock()
          await pause(POLL_MS)
        }
        timer = setInterval(() => {
          db.update(uploads)
            .set({ lockedUntil: afterDelay(LEASE_MS) })
            .where(isOurs)
            .returning({ isLockWanted: uploads.isLockWanted })
            .then(
              ([row]) => (!row || row.isLockWanted ? requestRelease() : undefined),
              // Without the database the lease ends soon, so that another request may have the lock.
              () => requestRelease(),
            )
        }, RENEW_MS)
      },
      async unlock() {
        clearInterval(timer)
        await db.update(uploads).set({ lockToken: null, lockedUntil: null }).where(isOurs)
      },
    }
  },
})
