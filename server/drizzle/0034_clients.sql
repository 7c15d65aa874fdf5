-- Clients by name, and files that are stored already (ADR 42). Used by queries and a trigger only; older servers go on.
CREATE TABLE "clients" (
	"key" text PRIMARY KEY NOT NULL,
	"words" text GENERATED ALWAYS AS (' ' || translate(key, '-/(&', '    ')) STORED NOT NULL
);
--> statement-breakpoint
CREATE INDEX "clients_in_order" ON "clients" USING btree (key collate "C");--> statement-breakpoint
CREATE INDEX "clients_words" ON "clients" USING gin ("words" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "documents_of_client" ON "documents" USING btree (left(deedbox_fold(client_name), 200),"created_at","id") WHERE deleted_at is null and client_name is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "documents_same" ON "documents" USING btree ("sha256") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "access_requests_of_client" ON "access_requests" USING btree (left(deedbox_fold(client_name), 200),"created_at","id") WHERE client_name is not null;
--> statement-breakpoint
-- Rows are only added, so that writers hardly ever wait.
CREATE FUNCTION note_clients() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO clients (key) SELECT DISTINCT left(deedbox_fold(client_name), 200) FROM new_rows
    WHERE client_name <> '' ORDER BY 1 ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER documents_clients_insert AFTER INSERT ON documents
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_clients();
--> statement-breakpoint
CREATE FUNCTION note_corrected_client() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO clients (key) VALUES (left(deedbox_fold(NEW.client_name), 200)) ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER documents_clients_update AFTER UPDATE OF client_name ON documents
  FOR EACH ROW WHEN (NEW.client_name <> '' AND NEW.client_name IS DISTINCT FROM OLD.client_name)
  EXECUTE FUNCTION note_corrected_client();
--> statement-breakpoint
-- After the triggers, so that nothing that is inserted meanwhile is missing.
INSERT INTO clients (key) SELECT DISTINCT left(deedbox_fold(client_name), 200) FROM documents WHERE client_name <> '';
