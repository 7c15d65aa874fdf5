export { Organizations as Component } from '../organizations/organizations.tsx'
