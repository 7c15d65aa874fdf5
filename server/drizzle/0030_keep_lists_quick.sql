-- Long lists and dashboards with filters (ADR 37). What this adds is used by triggers and queries only; older servers go on.
CREATE TABLE "recipients" (
	"user_email" text NOT NULL,
	"user_name" text NOT NULL,
	"search_text" text GENERATED ALWAYS AS (deedbox_fold(user_name || ' ' || user_email)) STORED NOT NULL,
	CONSTRAINT "recipients_user_email_user_name_pk" PRIMARY KEY("user_email","user_name")
);
--> statement-breakpoint
CREATE TABLE "document_tallies" (
	"what" text NOT NULL,
	"organization_id" uuid,
	"type" text,
	"status" text,
	"expires" date NOT NULL,
	"day" date,
	"n" bigint NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "tally_zone" ADD COLUMN "document_readings_before" date DEFAULT '-infinity' NOT NULL;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "recipients_search" ON "recipients" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "recipients_email" ON "recipients" USING gin ("user_email" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "document_tallies_by_expiry" ON "document_tallies" USING btree ("what","expires");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "document_tallies_of_organization" ON "document_tallies" USING btree ("organization_id","expires") WHERE what = 'organization';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "document_access_by_grantor" ON "document_access" USING btree (lower(coalesce(granted_by_name, '')),"id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "document_access_by_level" ON "document_access" USING btree ("access_level","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "document_access_by_status" ON "document_access" USING btree ("status","granted_at","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "document_access_of_recipient" ON "document_access" USING btree ("user_email","granted_at","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "document_access_ends" ON "document_access" USING btree ("document_id","expires_at","auto_revoke_date") WHERE status = 'active';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "documents_by_any_title" ON "documents" USING btree (lower(title),"id");
--> statement-breakpoint
-- Everybody to whom something was shared, by each name (ADR 37). Rows are only added, so that writers hardly ever wait.
CREATE FUNCTION note_recipients() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO recipients SELECT DISTINCT user_email, user_name FROM new_rows ORDER BY 1, 2 ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER document_access_recipients_insert AFTER INSERT ON document_access
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_recipients();
--> statement-breakpoint
CREATE FUNCTION note_renamed_recipients() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO recipients SELECT DISTINCT user_email, user_name FROM (
      SELECT id, user_email, user_name FROM new_rows EXCEPT SELECT id, user_email, user_name FROM old_rows
    ) renamed ORDER BY 1, 2 ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER document_access_recipients_update AFTER UPDATE ON document_access
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_renamed_recipients();
--> statement-breakpoint
CREATE FUNCTION tally_month(instant timestamptz) RETURNS date LANGUAGE sql STABLE AS $$
  SELECT date_trunc('month', instant AT TIME ZONE (SELECT time_zone FROM tally_zone))::date
$$;
--> statement-breakpoint
-- What happened to the grants and readings of documents whose type, status or expiry date was corrected moves with them.
-- The locks wait for whoever is changing their grants, so that none is counted under the former and the new value.
CREATE FUNCTION move_document_tallies(moved uuid[], former jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM documents WHERE id = ANY (moved) ORDER BY id FOR UPDATE;
  PERFORM 1 FROM document_access WHERE document_id = ANY (moved) AND status = 'active' ORDER BY id FOR SHARE;
  PERFORM 1 FROM tally_zone FOR SHARE;
  INSERT INTO document_tallies (what, type, status, expires, day, n)
    SELECT what, type, status, expires, day, sum(n * sign) FROM (
      SELECT document_id, 'grant' AS what, tally_month(least(expires_at, auto_revoke_date)) AS day, count(*) AS n
        FROM document_access WHERE document_id = ANY (moved) AND status = 'active' GROUP BY 1, 3
      UNION ALL
      SELECT document_id, CASE event WHEN 'document_viewed' THEN 'viewed' ELSE 'downloaded' END, (at AT TIME ZONE time_zone)::date, count(*)
        FROM audit_events, tally_zone WHERE document_id = ANY (moved)
          AND event IN ('document_viewed', 'document_downloaded') AND details -> 'page' IS NULL
          AND at < document_readings_before::timestamp AT TIME ZONE time_zone
          AND at >= (document_readings_before - 32)::timestamp AT TIME ZONE time_zone GROUP BY 1, 2, 3
    ) counted JOIN (
      SELECT id, type, status, coalesce(expiry_date, 'infinity') AS expires, 1 AS sign FROM documents WHERE id = ANY (moved)
      UNION ALL
      SELECT id, type, status, expires, -1 FROM jsonb_to_recordset(former) f (id uuid, type text, status text, expires date)
    ) signed ON signed.id = document_id
    GROUP BY what, type, status, expires, day HAVING sum(n * sign) <> 0;
END
$$;
--> statement-breakpoint
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
    INSERT INTO document_tallies (what, organization_id, expires, n, bytes)
      SELECT 'organization', organization_id, coalesce(expiry_date, 'infinity'), count(*), sum(file_size)
      FROM new_rows WHERE deleted_at IS NULL AND organization_id IS NOT NULL GROUP BY 2, 3;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO tallies SELECT 'document', coalesce(expiry_date, 'infinity'), -count(*), -sum(file_size)
      FROM old_rows WHERE deleted_at IS NULL GROUP BY 2;
    INSERT INTO document_tallies (what, type, status, expires, n, bytes)
      SELECT 'document', type, status, coalesce(expiry_date, 'infinity'), -count(*), -sum(file_size)
      FROM old_rows WHERE deleted_at IS NULL GROUP BY 2, 3, 4;
    INSERT INTO document_tallies (what, organization_id, expires, n, bytes)
      SELECT 'organization', organization_id, coalesce(expiry_date, 'infinity'), -count(*), -sum(file_size)
      FROM old_rows WHERE deleted_at IS NULL AND organization_id IS NOT NULL GROUP BY 2, 3;
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
    INSERT INTO document_tallies (what, organization_id, expires, n, bytes)
      SELECT 'organization', organization_id, expires, sum(n), sum(bytes) FROM (
        SELECT organization_id, coalesce(expiry_date, 'infinity') AS expires, 1 AS n, file_size AS bytes FROM new_rows
          WHERE deleted_at IS NULL AND organization_id IS NOT NULL
        UNION ALL
        SELECT organization_id, coalesce(expiry_date, 'infinity'), -1, -file_size FROM old_rows
          WHERE deleted_at IS NULL AND organization_id IS NOT NULL
      ) changes GROUP BY organization_id, expires HAVING sum(n) <> 0 OR sum(bytes) <> 0;
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
CREATE OR REPLACE FUNCTION tally_grants() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO tallies SELECT 'grant', tally_day(least(expires_at, auto_revoke_date)), count(*), 0
      FROM new_rows WHERE status = 'active' GROUP BY 2;
    INSERT INTO document_tallies (what, type, status, expires, day, n)
      SELECT 'grant', d.type, d.status, coalesce(d.expiry_date, 'infinity'), tally_month(least(expires_at, auto_revoke_date)), count(*)
      FROM new_rows r JOIN documents d ON d.id = document_id WHERE r.status = 'active' GROUP BY 2, 3, 4, 5;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO tallies SELECT 'grant', tally_day(least(expires_at, auto_revoke_date)), -count(*), 0
      FROM old_rows WHERE status = 'active' GROUP BY 2;
    INSERT INTO document_tallies (what, type, status, expires, day, n)
      SELECT 'grant', d.type, d.status, coalesce(d.expiry_date, 'infinity'), tally_month(least(expires_at, auto_revoke_date)), -count(*)
      FROM old_rows r JOIN documents d ON d.id = document_id WHERE r.status = 'active' GROUP BY 2, 3, 4, 5;
  ELSE
    INSERT INTO tallies SELECT 'grant', day, sum(n), 0 FROM (
        SELECT tally_day(least(expires_at, auto_revoke_date)) AS day, 1 AS n FROM new_rows WHERE status = 'active'
        UNION ALL
        SELECT tally_day(least(expires_at, auto_revoke_date)), -1 FROM old_rows WHERE status = 'active'
      ) changes GROUP BY day HAVING sum(n) <> 0;
    INSERT INTO document_tallies (what, type, status, expires, day, n)
      SELECT 'grant', d.type, d.status, coalesce(d.expiry_date, 'infinity'), day, sum(n) FROM (
        SELECT document_id, tally_month(least(expires_at, auto_revoke_date)) AS day, 1 AS n FROM new_rows WHERE status = 'active'
        UNION ALL
        SELECT document_id, tally_month(least(expires_at, auto_revoke_date)), -1 FROM old_rows WHERE status = 'active'
      ) changes JOIN documents d ON d.id = document_id GROUP BY 2, 3, 4, 5 HAVING sum(n) <> 0;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- Counts everything anew by the days of another time zone; the readings are the job's.
CREATE OR REPLACE FUNCTION tally_in(zone text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE documents, document_access IN SHARE MODE;
  DELETE FROM tally_zone;
  INSERT INTO tally_zone VALUES (zone);
  DELETE FROM tallies;
  INSERT INTO tallies SELECT 'document', coalesce(expiry_date, 'infinity'), count(*), sum(file_size)
    FROM documents WHERE deleted_at IS NULL GROUP BY 2;
  INSERT INTO tallies SELECT 'grant', tally_day(least(expires_at, auto_revoke_date)), count(*), 0
    FROM document_access WHERE status = 'active' GROUP BY 2;
  PERFORM tally_by_document();
END
$$;
--> statement-breakpoint
CREATE FUNCTION tally_by_document() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  zone text := (SELECT time_zone FROM tally_zone);
BEGIN
  DELETE FROM document_tallies;
  INSERT INTO document_tallies (what, type, status, expires, n, bytes)
    SELECT 'document', type, status, coalesce(expiry_date, 'infinity'), count(*), sum(file_size)
    FROM documents WHERE deleted_at IS NULL GROUP BY 2, 3, 4;
  INSERT INTO document_tallies (what, organization_id, expires, n, bytes)
    SELECT 'organization', organization_id, coalesce(expiry_date, 'infinity'), count(*), sum(file_size)
    FROM documents WHERE deleted_at IS NULL AND organization_id IS NOT NULL GROUP BY 2, 3;
  INSERT INTO document_tallies (what, type, status, expires, day, n)
    SELECT 'grant', d.type, d.status, coalesce(d.expiry_date, 'infinity'),
      date_trunc('month', least(expires_at, auto_revoke_date) AT TIME ZONE zone)::date, count(*)
    FROM document_access a JOIN documents d ON d.id = document_id WHERE a.status = 'active' GROUP BY 2, 3, 4, 5;
END
$$;
--> statement-breakpoint
LOCK TABLE documents, document_access IN SHARE MODE;
--> statement-breakpoint
SELECT tally_by_document();
--> statement-breakpoint
INSERT INTO recipients SELECT DISTINCT user_email, user_name FROM document_access;
