export { ForgotPassword as Component } from '../accounts/forgot-password.tsx'
