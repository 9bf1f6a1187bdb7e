import { confirmWithPasskey, signInWithPasskey } from '../accounts/passkeys.ts'
import {
  changePassword,
  recoverPassword,
  setPassword,
  setPasswordByToken,
} from '../accounts/passwords.ts'
import { register, resendVerification, verifyWithPassword } from '../accounts/registration.ts'
import { addPasskey, addTotp, renamePasskey } from '../accounts/second-factors.ts'
import {
  completeStepWithCode,
  completeStepWithPasskey,
  completeStepWithEmailCode,
  completeStepWithRecoveryCode,
} from '../accounts/second-step.ts'
import { confirmIdentity, login } from '../accounts/sessions.ts'
import { deleteAccount, requestEmailChange, undoEmailChange, updateUser } from '../accounts/user.ts'
import { example } from './example.ts'

/** The password of the accounts in tests, which the access table expects to be correct. */
const PASSWORD = 'Kiosko-2026'
const NEW_PASSWORD = 'Otra-2026x'

/** A passkey of the right form, whose contents no challenge matches. */
const credential = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  clientExtensionResults: {},
} as const
const passkeyAssertion = {
  ...credential,
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
}
const passkeyAttestation = {
  ...credential,
  response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
}

export const accountExamples = [
  example(updateUser, { themePreference: 'dark' }),
  example(requestEmailChange, { newEmail: 'otra@people.test', password: PASSWORD }),
  example(undoEmailChange, { password: NEW_PASSWORD }),
  example(deleteAccount, { password: PASSWORD }),
  example(register, {
    email: 'nueva@people.test',
    password: PASSWORD,
    confirm_password: PASSWORD,
    tyc: true,
  }),
  example(verifyWithPassword, { password: PASSWORD }),
  example(resendVerification, { email: 'waiting@people.test' }),
  example(login, { email: 'owner@people.test', password: PASSWORD }),
  example(confirmIdentity, { password: PASSWORD }),
  example(completeStepWithCode, { code: '123456' }),
  example(completeStepWithEmailCode, { emailCode: '7KQ4M-X0PZA' }),
  example(completeStepWithRecoveryCode, { recoveryCode: '7KQ4M-X0PZA' }),
  example(completeStepWithPasskey, { passkey: passkeyAssertion }),
  example(signInWithPasskey, { passkey: passkeyAssertion }),
  example(confirmWithPasskey, { passkey: passkeyAssertion }),
  example(addTotp, { setup: 'setup-of-the-reply', code: '123456' }),
  example(addPasskey, { name: 'Laptop', passkey: passkeyAttestation }),
  example(renamePasskey, { name: 'Teléfono' }),
  example(recoverPassword, { email: 'owner@people.test' }),
  example(setPasswordByToken, { token: 'token-of-the-link', password: NEW_PASSWORD }),
  example(changePassword, { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }),
  example(setPassword, { password: NEW_PASSWORD }),
]
