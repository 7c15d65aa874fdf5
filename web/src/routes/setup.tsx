export { SetUp as Component } from '../accounts/set-up.tsx'
