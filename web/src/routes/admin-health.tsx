export { Health as Component } from '../system/health.tsx'
