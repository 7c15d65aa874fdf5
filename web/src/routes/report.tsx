export { ReportMessage as Component } from '../accounts/report-message.tsx'
