import { expect, test } from 'vitest'
import * as m from '#messages'

type Text = (inputs: Record<string, never>, options: { locale: 'es' | 'en' }) => string

/** Texts that the specification quotes, to the letter in the language it quotes them in. */
test.each<[locale: 'es' | 'en', text: Text, quoted: string]>([
  ['es', m.login_network, 'Error al intentar autenticarte, intenta nuevamente'],
  ['es', m.login_captcha, 'Error al intentar ingresar'],
  ['es', m.login_verify, 'Click aqui para Verificar!'],
  ['es', m.ERROR_AUTH_USER_NOT_VERIFIED, 'Aun no verificaste tu cuenta'],
  ['es', m.register_network, 'Error al intentar registrarse, intenta nuevamente'],
  ['es', m.register_failed, 'Error al intentar registrarte, intentá de nuevo'],
  ['es', m.register_captcha, 'Error al intentar registrarte'],
  ['es', m.issue_terms, 'Debes aceptar los términos y condiciones'],
  ['es', m.issue_password_invalid, 'Ingrese una contraseña válida'],
  ['en', m.issue_password_required, 'Enter a password'],
  [
    'en',
    m.issue_password_rules,
    'The password must have at least one uppercase letter, one lowercase letter, one number, and one special character',
  ],
  ['es', m.verify_error, 'Error al intentar verificar la cuenta'],
  ['en', m.recover_neutral, 'If an account exists for that email you will receive instructions'],
  ['es', m.recover_failed, 'Error al intentar recuperar la contraseña'],
  ['en', m.reset_failed, 'Error changing the password'],
  ['es', m.reset_failed, 'Error al intentar cambiar la contraseña'],
  ['en', m.change_password_done, 'Password changed successfully'],
  ['en', m.set_failed, 'Error setting the password'],
  ['es', m.set_failed, 'Error al intentar establecer la contraseña'],
  ['en', m.set_password_done, 'Password set successfully'],
  ['en', m.email_change_error, 'Error changing your email'],
  ['es', m.email_change_error, 'Error al intentar cambiar el email'],
  ['en', m.security_unlink_failed, 'Error unlinking Google account'],
  ['en', m.security_unlink_done, 'Google account unlinked successfully'],
  ['es', m.UNKNOWN_ERROR, 'Error desconocido'],
])('a text of the specification stands in %s to the letter', (locale, text, quoted) => {
  expect(text({}, { locale })).toBe(quoted)
})
