import { sendSupportMessage } from '../support.ts'
import { example } from './example.ts'

export const supportExamples = [
  example(sendSupportMessage, {
    email: 'alguien@people.test',
    message: 'No puedo entrar a mi cuenta.',
  }),
]
