import { LoginForm } from './login-form.tsx'

export const Login = () => <LoginForm returnTo="/dashboard" />
