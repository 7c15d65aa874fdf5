-- The search of a million documents (ADR 47). A large deployment builds both before the upgrade, CONCURRENTLY, under these names.
CREATE INDEX IF NOT EXISTS "documents_of_organization_client" ON "documents" USING btree ("organization_id",left(deedbox_fold(client_name), 200) collate "C","created_at","id") WHERE deleted_at is null and client_name is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "documents_letters" ON "documents" USING gin (string_to_array(search_text, null));
