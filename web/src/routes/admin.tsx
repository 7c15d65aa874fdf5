export { Administration as Component } from '../shell/administration.tsx'
