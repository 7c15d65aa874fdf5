export { ResetPassword as Component } from '../accounts/reset-password.tsx'
