export { People as Component } from '../people/people.tsx'
