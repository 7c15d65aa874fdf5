-- Details are corrected and documents archived (ADR 40). What this adds is not needed by older servers, which go on.
ALTER TABLE "documents" ADD COLUMN "updated_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "documents_listed_newest" ON "documents" USING btree ("created_at","id") WHERE deleted_at is null and status <> 'archived';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "documents_listed_by_title" ON "documents" USING btree (lower(title),"id") WHERE deleted_at is null and status <> 'archived';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "documents_listed_by_expiry" ON "documents" USING btree (coalesce(expiry_date, 'infinity'::date),"id") WHERE deleted_at is null and status <> 'archived';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "documents_listed_by_client" ON "documents" USING btree (lower(coalesce(client_name, '')),"id") WHERE deleted_at is null and status <> 'archived';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "documents_listed_by_owner_name" ON "documents" USING btree (lower(owner_name),"id") WHERE deleted_at is null and status <> 'archived';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "documents_listed_by_size" ON "documents" USING btree ("file_size","id") WHERE deleted_at is null and status <> 'archived';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "documents_listed_by_type" ON "documents" USING btree ("type","id") WHERE deleted_at is null and status <> 'archived';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "documents_listed_by_status" ON "documents" USING btree ("status","id") WHERE deleted_at is null and status <> 'archived';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "documents_listed_of_organization" ON "documents" USING btree ("organization_id","created_at","id") WHERE deleted_at is null and status <> 'archived';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "documents_of_status" ON "documents" USING btree ("status","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "documents_archived_of_organization" ON "documents" USING btree ("organization_id") WHERE deleted_at is null and status = 'archived';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "document_tallies_archived" ON "document_tallies" USING btree ("expires") WHERE what = 'document' and status = 'archived';