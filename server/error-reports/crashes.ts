import type { Logger } from 'pino'
import type { ErrorReporter } from './error-reporter.ts'

/**
 * Ends the process with status 1 after an error that nobody has caught, as Node.js does by itself, but logs and reports
 * it before. The supervisor then starts the process again.
 */
export function endOnCrash(log: Logger, reporter: ErrorReporter | undefined): void {
  const end = async (error: unknown) => {
    log.fatal({ err: error }, 'the process ends, since an error was not caught')
    await reporter?.flush()
    process.exit(1)
  }
  process.once('uncaughtException', error => void end(error))
  process.once('unhandledRejection', error => void end(error))
}
