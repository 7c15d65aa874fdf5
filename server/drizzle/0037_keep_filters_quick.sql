-- Filters of a million documents (ADR 47). A large deployment builds the indexes of documents and document_access before the
-- upgrade, CONCURRENTLY. What this adds is used by triggers and queries only; older servers go on.
CREATE TABLE "document_sums" (
	"what" text NOT NULL,
	"organization_id" uuid,
	"type" text,
	"status" text,
	"expires" date NOT NULL,
	"day" date,
	"n" bigint NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"folded" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "access_requests" ADD COLUMN "document_organization_id" uuid;--> statement-breakpoint
ALTER TABLE "document_tallies" ADD COLUMN "folded" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "document_tallies" ALTER COLUMN "folded" SET DEFAULT false;--> statement-breakpoint
CREATE INDEX "document_sums_by_expiry" ON "document_sums" USING btree ("what","expires");--> statement-breakpoint
CREATE INDEX "document_sums_to_fold" ON "document_sums" USING btree ("what") WHERE not folded;--> statement-breakpoint
CREATE INDEX "document_sums_of_organization" ON "document_sums" USING btree ("organization_id") WHERE what = 'organization';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "document_access_revoked" ON "document_access" USING btree (least(expires_at, auto_revoke_date),"id") WHERE status = 'revoked';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "documents_deleted_newest" ON "documents" USING btree ("created_at","id") WHERE deleted_at is not null and content_removed_at is null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "documents_of_organization_of_status" ON "documents" USING btree ("organization_id","status","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "documents_search_spread" ON "documents" USING gin (regexp_replace(search_text, '(.)', '\1x', 'g') gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "access_requests_of_documents_organization" ON "access_requests" USING btree ("document_organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "document_tallies_to_fold" ON "document_tallies" USING btree ("what") WHERE not folded;
--> statement-breakpoint
-- The sums of the tallies, whoever adds to them: also servers of the former version.
CREATE FUNCTION sum_document_tallies() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO document_sums
      SELECT what, organization_id, type, status, sum_month(what, expires), day, sum(n), sum(bytes)
      FROM new_rows GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(n) <> 0 OR sum(bytes) <> 0;
  ELSE
    INSERT INTO document_sums
      SELECT what, organization_id, type, status, sum_month(what, expires), day, -sum(n), -sum(bytes)
      FROM old_rows GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(n) <> 0 OR sum(bytes) <> 0;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION sum_month(what text, expires date) RETURNS date LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE what WHEN 'organization' THEN 'infinity' ELSE date_trunc('month', expires::timestamp)::date END
$$;
--> statement-breakpoint
-- The documents of organisations are tallied by status too.
CREATE OR REPLACE FUNCTION tally_documents() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  moved uuid[];
  former jsonb;
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO tallies SELECT 'document', coalesce(expiry_date, 'infinity'), count(*), sum(file_size)
      FROM new_rows WHERE deleted_at IS NULL GROUP BY 2;
    INSERT INTO document_tallies (what, type, status, expires, n, bytes)
      SELECT 'document', type, status, coalesce(expiry_date, 'infinity'), count(*), sum(file_size)
      FROM new_rows WHERE deleted_at IS NULL GROUP BY 2, 3, 4;
    INSERT INTO document_tallies (what, organization_id, status, expires, n, bytes)
      SELECT 'organization', organization_id, status, coalesce(expiry_date, 'infinity'), count(*), sum(file_size)
      FROM new_rows WHERE deleted_at IS NULL AND organization_id IS NOT NULL GROUP BY 2, 3, 4;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO tallies SELECT 'document', coalesce(expiry_date, 'infinity'), -count(*), -sum(file_size)
      FROM old_rows WHERE deleted_at IS NULL GROUP BY 2;
    INSERT INTO document_tallies (what, type, status, expires, n, bytes)
      SELECT 'document', type, status, coalesce(expiry_date, 'infinity'), -count(*), -sum(file_size)
      FROM old_rows WHERE deleted_at IS NULL GROUP BY 2, 3, 4;
    INSERT INTO document_tallies (what, organization_id, status, expires, n, bytes)
      SELECT 'organization', organization_id, status, coalesce(expiry_date, 'infinity'), -count(*), -sum(file_size)
      FROM old_rows WHERE deleted_at IS NULL AND organization_id IS NOT NULL GROUP BY 2, 3, 4;
  ELSE
    INSERT INTO tallies SELECT 'document', day, sum(n), sum(bytes) FROM (
        SELECT coalesce(expiry_date, 'infinity') AS day, 1 AS n, file_size AS bytes FROM new_rows WHERE deleted_at IS NULL
        UNION ALL
        SELECT coalesce(expiry_date, 'infinity'), -1, -file_size FROM old_rows WHERE deleted_at IS NULL
      ) changes GROUP BY day HAVING sum(n) <> 0 OR sum(bytes) <> 0;
    INSERT INTO document_tallies (what, type, status, expires, n, bytes)
      SELECT 'document', type, status, expires, sum(n), sum(bytes) FROM (
        SELECT type, status, coalesce(expiry_date, 'infinity') AS expires, 1 AS n, file_size AS bytes FROM new_rows WHERE deleted_at IS NULL
        UNION ALL
        SELECT type, status, coalesce(expiry_date, 'infinity'), -1, -file_size FROM old_rows WHERE deleted_at IS NULL
      ) changes GROUP BY type, status, expires HAVING sum(n) <> 0 OR sum(bytes) <> 0;
    INSERT INTO document_tallies (what, organization_id, status, expires, n, bytes)
      SELECT 'organization', organization_id, status, expires, sum(n), sum(bytes) FROM (
        SELECT organization_id, status, coalesce(expiry_date, 'infinity') AS expires, 1 AS n, file_size AS bytes FROM new_rows
          WHERE deleted_at IS NULL AND organization_id IS NOT NULL
        UNION ALL
        SELECT organization_id, status, coalesce(expiry_date, 'infinity'), -1, -file_size FROM old_rows
          WHERE deleted_at IS NULL AND organization_id IS NOT NULL
      ) changes GROUP BY organization_id, status, expires HAVING sum(n) <> 0 OR sum(bytes) <> 0;
    SELECT array_agg(o.id), jsonb_agg(jsonb_build_object(
        'id', o.id, 'type', o.type, 'status', o.status, 'expires', coalesce(o.expiry_date, 'infinity')))
      INTO moved, former FROM old_rows o JOIN new_rows n USING (id)
      WHERE (o.type, o.status, o.expiry_date) IS DISTINCT FROM (n.type, n.status, n.expiry_date);
    IF moved IS NOT NULL THEN
      PERFORM move_document_tallies(moved, former);
    END IF;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION tally_by_document() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  zone text := (SELECT time_zone FROM tally_zone);
BEGIN
  DELETE FROM document_tallies;
  DELETE FROM document_sums;
  INSERT INTO document_tallies (what, type, status, expires, n, bytes)
    SELECT 'document', type, status, coalesce(expiry_date, 'infinity'), count(*), sum(file_size)
    FROM documents WHERE deleted_at IS NULL GROUP BY 2, 3, 4;
  INSERT INTO document_tallies (what, organization_id, status, expires, n, bytes)
    SELECT 'organization', organization_id, status, coalesce(expiry_date, 'infinity'), count(*), sum(file_size)
    FROM documents WHERE deleted_at IS NULL AND organization_id IS NOT NULL GROUP BY 2, 3, 4;
  INSERT INTO document_tallies (what, type, status, expires, day, n)
    SELECT 'grant', d.type, d.status, coalesce(d.expiry_date, 'infinity'),
      date_trunc('month', least(expires_at, auto_revoke_date) AT TIME ZONE zone)::date, count(*)
    FROM document_access a JOIN documents d ON d.id = document_id WHERE a.status = 'active' GROUP BY 2, 3, 4, 5;
END
$$;
--> statement-breakpoint
-- Requests about the documents of an organisation, so that they are counted and listed without looking at its documents.
-- Whoever moves the document meanwhile is waited for.
CREATE FUNCTION note_organization_of_request() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.document_organization_id := (SELECT organization_id FROM documents WHERE id = NEW.document_id FOR SHARE);
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER access_requests_of_organization BEFORE INSERT OR UPDATE OF document_id ON access_requests
  FOR EACH ROW WHEN (NEW.document_id IS NOT NULL) EXECUTE FUNCTION note_organization_of_request();
--> statement-breakpoint
CREATE FUNCTION move_requests_of_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE access_requests SET document_organization_id = NEW.organization_id WHERE document_id = NEW.id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER documents_requests_moved AFTER UPDATE OF organization_id ON documents
  FOR EACH ROW WHEN (NEW.organization_id IS DISTINCT FROM OLD.organization_id) EXECUTE FUNCTION move_requests_of_document();
--> statement-breakpoint
UPDATE access_requests r SET document_organization_id = d.organization_id
  FROM documents d WHERE d.id = r.document_id AND d.organization_id IS NOT NULL;
--> statement-breakpoint
LOCK TABLE documents, document_access IN SHARE MODE;
--> statement-breakpoint
CREATE TRIGGER document_tallies_summed_insert AFTER INSERT ON document_tallies
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION sum_document_tallies();
--> statement-breakpoint
CREATE TRIGGER document_tallies_summed_delete AFTER DELETE ON document_tallies
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION sum_document_tallies();
--> statement-breakpoint
DELETE FROM document_tallies WHERE what = 'organization';
--> statement-breakpoint
INSERT INTO document_tallies (what, organization_id, status, expires, n, bytes)
  SELECT 'organization', organization_id, status, coalesce(expiry_date, 'infinity'), count(*), sum(file_size)
  FROM documents WHERE deleted_at IS NULL AND organization_id IS NOT NULL GROUP BY 2, 3, 4;
--> statement-breakpoint
DELETE FROM document_sums;
--> statement-breakpoint
INSERT INTO document_sums (what, organization_id, type, status, expires, day, n, bytes)
  SELECT what, organization_id, type, status, sum_month(what, expires), day, sum(n), sum(bytes)
  FROM document_tallies GROUP BY 1, 2, 3, 4, 5, 6;
