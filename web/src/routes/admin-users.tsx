import { People } from '../people/people.tsx'

/** Page /admin/users */
export const Component = () => (
  <People base="/admin/users" title="Users" lead="Everyone with an account in this deployment." />
)
