export { Dashboard as Component } from '../dashboard/dashboard.tsx'
