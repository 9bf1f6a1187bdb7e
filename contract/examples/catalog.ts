import { requestAvailabilityEmail } from '../catalog/availability.ts'
import { example } from './example.ts'

export const catalogExamples = [example(requestAvailabilityEmail, { email: 'alguien@people.test' })]
