import { sql } from 'drizzle-orm'
import { wants } from '../../kernel/mail/wants.ts'
import { notice, only } from '../../sharing/notices/mail-parts.tsx'
import { defineNotice, untold } from '../../sharing/notices/notices.ts'

/** Mail to a document's owner: a review of it is due. */
export const reviewDue = defineNotice('review_due', {
  due: (_, ownerId) => sql`
    select r.id as "subjectId", null as "accessId", d.id as "documentId", d.title, null as who, r.due_on::text as about,
      profiles.user_id::text as recipient, profiles.email, not ${wants(sql`profiles.preferences`, 'reviews')} as silent
    from document_reviews r join documents d on d.id = r.document_id join profiles on profiles.user_id = d.owner_id
    where r.outcome is null and d.deleted_at is null
      and ${ownerId ? sql`d.owner_id = ${ownerId}` : sql`true`}
      and ${untold('review_due', sql`r.id`, sql`profiles.user_id::text`, sql`r.due_on::text`)}
    order by r.due_on, r.id`,
  write(data, place) {
    const one = only(data)
    return notice(data, place, {
      subject: one ? `“${one.title}” is due for review` : `${data.items.length} documents are due for review`,
      title: one ? 'A document is due for review' : 'Documents are due for review',
      lead: 'The period after which you wanted to look at this again is over. Nothing is removed: decide whether to keep it, or record what the client instructed, or what you tried to reach them. Deedbox reminds, it does not advise.',
      path: '/documents/reviews',
      button: 'See the reviews',
      reason: `You received this because you own ${one ? 'this document' : 'these documents'}. You can switch these emails off in your settings.`,
    })
  },
})
