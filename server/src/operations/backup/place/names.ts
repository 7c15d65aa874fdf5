export const backupJob = 'back-up'
