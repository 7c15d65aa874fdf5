DROP INDEX "documents_deleted";--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "kept_until" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "audit_events_settings" ON "audit_events" USING btree ("id") WHERE event = 'setting_changed';--> statement-breakpoint
CREATE INDEX "documents_deleted" ON "documents" USING btree ("deleted_at","id") WHERE deleted_at is not null and content_removed_at is null;