import RecoverPasswordPage from './recover.tsx'
import { RegisterForm } from './register-form.tsx'

export const Register = () => <RegisterForm />
export const Recover = () => <RecoverPasswordPage />
