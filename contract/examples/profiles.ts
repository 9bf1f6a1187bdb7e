import { changeProfileFields, updateProfile } from '../profiles.ts'
import { saveReceiver } from '../conversions.ts'
import { example } from './example.ts'

export const profileExamples = [
  example(updateProfile, { username: 'otronombre', bio: 'Hola' }),
  example(changeProfileFields, { bio: 'Hola' }),
  example(saveReceiver, { kind: 'ga4', receiverId: 'G-ABC1234567', secret: 'clave-de-prueba' }),
]
