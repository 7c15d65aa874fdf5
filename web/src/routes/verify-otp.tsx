export { VerifyCode as Component } from '../accounts/verify-code.tsx'
