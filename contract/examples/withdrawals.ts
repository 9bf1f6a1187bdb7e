import { declineWithdrawal, requestWithdrawal } from '../withdrawals.ts'
import { example } from './example.ts'

export const withdrawalExamples = [
  example(requestWithdrawal, { contact: 'buyer@people.test' }),
  example(declineWithdrawal, { reason: 'Ya pasó el plazo' }),
]
