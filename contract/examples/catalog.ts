import { requestAvailabilityEmail } from '../catalog/availability.ts'
import { setProductState } from '../catalog/products.ts'
import { requestFreeCopy } from '../free-copies.ts'
import { example } from './example.ts'

export const catalogExamples = [
  example(requestAvailabilityEmail, { email: 'alguien@people.test' }),
  example(setProductState, { state: 'paused' }),
  example(requestFreeCopy, { email: 'alguien@people.test' }),
]
