export * from './accounts.ts'
export * from './audit.ts'
export * from './documents.ts'
export * from './mail.ts'
