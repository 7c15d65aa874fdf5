-- Searches whose words are in names of clients only (ADR 48). A large deployment builds the indexes of documents and document_words
-- before the upgrade, CONCURRENTLY, under these names: documents_search_apart takes a minute at 1,000,000 documents.
CREATE INDEX IF NOT EXISTS "clients_tails" ON "clients" USING gin (substr(key, 2) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "documents_search_apart" ON "documents" USING gin (deedbox_fold(title || ' ' || owner_name || ' ' || owner_email || ' ' || file_name) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "documents_client_apart" ON "documents" USING btree ("id") WHERE left(deedbox_fold(client_name), 200) <> lower(client_name) and deleted_at is null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "document_words_unreadable" ON "document_words" USING btree ("reader") WHERE outcome = 'unreadable' and hashes = '{}';
