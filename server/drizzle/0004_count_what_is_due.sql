DROP INDEX "document_access_due";--> statement-breakpoint
DROP INDEX "document_access_expired";--> statement-breakpoint
CREATE INDEX "document_access_due" ON "document_access" USING btree (least(expires_at, auto_revoke_date),"expires_at","auto_revoke_date") WHERE status = 'active';--> statement-breakpoint
CREATE INDEX "document_access_expired" ON "document_access" USING btree (least(expires_at, auto_revoke_date),"id") WHERE status = 'expired';