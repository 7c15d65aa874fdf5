/** Condition over audit_events: a reading. Turning a page, or what else names a `page`, is not another one. */
export const isReading = `event in ('document_viewed', 'document_downloaded') and details -> 'page' is null`
/** Kind of reading as which an event counts. */
export const readingWhat = `case event when 'document_viewed' then 'viewed' else 'downloaded' end`
/** Dashboards show this many days of readings. */
export const readingDays = 30
/** Time after its end in which a day may still receive readings that began in it. */
export const settled = "interval '1 hour'"
