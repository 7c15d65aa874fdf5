import { People } from '../people/people.tsx'

/** /admin/users */
export const Component = () => (
  <People base="/admin/users" title="Users" lead="Everyone with an account in this deployment." />
)
