import type { ProcessActivity } from '#server/db/schema/index.ts'
import type { PaymentProvider } from '#server/integrations/mercadopago/provider.ts'
import type { MailAttempt } from '#server/mail/queue.ts'
import { SIGNALS } from '#server/signals/signals.ts'
import { RecentTally } from './tally.ts'

export type ProviderAvailability = Pick<PaymentProvider, 'assertAvailable'>

/** Counts what a process does, for the report that it stores in its row. */
export interface ActivityRecorder {
  /**
   * @param result `ok`, or a ProviderFault; `unavailable` means that the provider did not answer, or with an error of
   *   its own
   */
  recordProviderCall(result: string): void
  recordMail(attempt: MailAttempt): void
  read(provider: ProviderAvailability): ProcessActivity
}

export function createActivityRecorder(): ActivityRecorder {
  const providerWindow = SIGNALS.KioskoProviderFailing.windowMinutes
  const mailWindow = SIGNALS.KioskoMailFailing.windowMinutes
  const deliveryWindow = SIGNALS.KioskoDeliveryLate.windowMinutes
  const answered = new RecentTally(providerWindow)
  const unanswered = new RecentTally(providerWindow)
  const mails = {
    sent: new RecentTally(mailWindow),
    refused: new RecentTally(mailWindow),
    failed: new RecentTally(mailWindow),
  }
  const inTime = new RecentTally(deliveryWindow)
  const late = new RecentTally(deliveryWindow)
  return {
    recordProviderCall(result) {
      if (result === 'unavailable') unanswered.add()
      else answered.add()
    },
    recordMail({ result, paidAt }) {
      mails[result].add()
      if (paidAt === undefined) return
      const seconds = (Date.now() - paidAt.getTime()) / 1000
      if (seconds > SIGNALS.KioskoDeliveryLate.lateSeconds) late.add()
      else inTime.add()
    },
    read: provider => ({
      provider: {
        answered: answered.read(),
        failed: unanswered.read(),
        isPaused: !canSendCalls(provider),
      },
      mail: {
        sent: mails.sent.read(),
        refused: mails.refused.read(),
        failed: mails.failed.read(),
      },
      delivery: { inTime: inTime.read(), late: late.read() },
    }),
  }
}

/** Tells whether the circuit breaker of this process lets calls pass. */
function canSendCalls(provider: ProviderAvailability): boolean {
  try {
    provider.assertAvailable()
    return true
  } catch {
    return false
  }
}
