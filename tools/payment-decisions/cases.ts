import { decide } from '#server/features/payments/decide/decide.ts'
import {
  type SituationOfPayment,
  USUAL_SITUATION,
  describeSteps,
  buildStoredPayment,
} from './situations.ts'

/** A row of a table of decisions: what is read, and what is decided. */
export type DecisionCase = [
  name: string,
  situation: SituationOfPayment,
  /** The steps as `describeSteps` names them. */
  steps: string[],
  more?: { outcome?: string; refundDue?: boolean },
]

/** The steps of a payment that pays its order, if the order has no other payment. */
export const PAY = ['→ approved', 'approved (nobody)', 'deliver']

/** The steps of a payment that pays its order, if the order has other payments. */
export const PAY_BESIDES_OTHERS = [
  '→ approved',
  'approved (nobody)',
  'mark_leftovers_due',
  'deliver',
  'return_surplus',
]

/** A second payment of the whole price, as it was stored before. */
export const SECOND_PAYMENT = buildStoredPayment('approved', { id: '2' })

/** Decides, and returns what a row of a table compares. */
export function describeDecision(situation: SituationOfPayment) {
  const { outcome, steps } = decide({ ...USUAL_SITUATION, ...situation })
  const save = steps.find(step => step.do === 'save')
  return {
    outcome,
    isStored: save !== undefined,
    refundDue: save?.refundDue ?? false,
    steps: describeSteps(steps, situation.order),
  }
}

/** Returns what `describeDecision` returns for a row of a table. */
export function expectedDecision([
  ,
  ,
  steps,
  { outcome = 'applied', refundDue = false } = {},
]: DecisionCase) {
  return { outcome, isStored: outcome !== 'PAYMENT_STATUS_ALREADY_SET', refundDue, steps }
}
