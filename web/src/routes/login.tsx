export { Login as Component } from '../accounts/login.tsx'
