export { Landing as Component } from '../site/landing.tsx'
