export { SignUp as Component } from '../accounts/sign-up.tsx'
