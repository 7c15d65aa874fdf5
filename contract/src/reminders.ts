import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { reminderWindows } from './request-terms.ts'

/** Expiry reminder settings (specification, section 3), stored for each person. */
export const reminderSettings = z.strictObject({
  enabled: z.boolean(),
  daysBefore: z.union(reminderWindows.map((days) => z.literal(days))),
  emailNotifications: z.boolean(),
})
export type ReminderSettings = z.infer<typeof reminderSettings>

export const getReminderSettings = endpoint({
  id: 'getReminderSettings',
  summary: "The caller's own expiry reminder settings",
  who: ['canManageDocuments', 'canUploadDocuments'],
  response: reminderSettings,
})

export const setReminderSettings = endpoint({
  id: 'setReminderSettings',
  summary: "Change the caller's own expiry reminder settings; they apply at once",
  who: ['canManageDocuments', 'canUploadDocuments'],
  noProof: 'own',
  body: reminderSettings,
  response: reminderSettings,
})
