import { changeProfileFields, updateProfile } from '../profiles.ts'
import { example } from './example.ts'

export const profileExamples = [
  example(updateProfile, { username: 'otronombre', bio: 'Hola' }),
  example(changeProfileFields, { bio: 'Hola' }),
]
