-- What dashboards show of everything is counted as it changes (ADR 6): counting 500,000 grants takes too long to do it
-- each time. A change adds a row, so that writers never wait for each other; a job folds the rows.
INSERT INTO tally_zone VALUES ('UTC');
--> statement-breakpoint
CREATE FUNCTION tally_day(instant timestamptz) RETURNS date LANGUAGE sql STABLE AS $$
  SELECT (instant AT TIME ZONE (SELECT time_zone FROM tally_zone))::date
$$;
--> statement-breakpoint
CREATE FUNCTION tally_documents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO tallies SELECT 'document', coalesce(expiry_date, 'infinity'), count(*), sum(file_size)
      FROM new_rows WHERE deleted_at IS NULL GROUP BY 2;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO tallies SELECT 'document', coalesce(expiry_date, 'infinity'), -count(*), -sum(file_size)
      FROM old_rows WHERE deleted_at IS NULL GROUP BY 2;
  ELSE
    INSERT INTO tallies SELECT 'document', day, sum(n), sum(bytes) FROM (
        SELECT coalesce(expiry_date, 'infinity') AS day, 1 AS n, file_size AS bytes FROM new_rows WHERE deleted_at IS NULL
        UNION ALL
        SELECT coalesce(expiry_date, 'infinity'), -1, -file_size FROM old_rows WHERE deleted_at IS NULL
      ) changes GROUP BY day HAVING sum(n) <> 0 OR sum(bytes) <> 0;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER documents_tallied_insert AFTER INSERT ON documents
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_documents();
--> statement-breakpoint
CREATE TRIGGER documents_tallied_update AFTER UPDATE ON documents
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_documents();
--> statement-breakpoint
CREATE TRIGGER documents_tallied_delete AFTER DELETE ON documents
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_documents();
--> statement-breakpoint
CREATE FUNCTION tally_grants() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO tallies SELECT 'grant', tally_day(least(expires_at, auto_revoke_date)), count(*), 0
      FROM new_rows WHERE status = 'active' GROUP BY 2;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO tallies SELECT 'grant', tally_day(least(expires_at, auto_revoke_date)), -count(*), 0
      FROM old_rows WHERE status = 'active' GROUP BY 2;
  ELSE
    INSERT INTO tallies SELECT 'grant', day, sum(n), 0 FROM (
        SELECT tally_day(least(expires_at, auto_revoke_date)) AS day, 1 AS n FROM new_rows WHERE status = 'active'
        UNION ALL
        SELECT tally_day(least(expires_at, auto_revoke_date)), -1 FROM old_rows WHERE status = 'active'
      ) changes GROUP BY day HAVING sum(n) <> 0;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER document_access_tallied_insert AFTER INSERT ON document_access
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_grants();
--> statement-breakpoint
CREATE TRIGGER document_access_tallied_update AFTER UPDATE ON document_access
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_grants();
--> statement-breakpoint
CREATE TRIGGER document_access_tallied_delete AFTER DELETE ON document_access
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_grants();
--> statement-breakpoint
CREATE FUNCTION tally_reading() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO tallies VALUES (CASE NEW.event WHEN 'document_viewed' THEN 'viewed' ELSE 'downloaded' END, tally_day(NEW.at), 1, 0);
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- A page that is turned is no further access.
CREATE TRIGGER audit_events_tallied AFTER INSERT ON audit_events FOR EACH ROW
  WHEN (NEW.event IN ('document_viewed', 'document_downloaded') AND NEW.details -> 'page' IS NULL)
  EXECUTE FUNCTION tally_reading();
--> statement-breakpoint
-- Counts everything anew by the days of another time zone.
CREATE FUNCTION tally_in(zone text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE documents, document_access, audit_events IN SHARE MODE;
  DELETE FROM tally_zone;
  INSERT INTO tally_zone VALUES (zone);
  DELETE FROM tallies;
  INSERT INTO tallies SELECT 'document', coalesce(expiry_date, 'infinity'), count(*), sum(file_size)
    FROM documents WHERE deleted_at IS NULL GROUP BY 2;
  INSERT INTO tallies SELECT 'grant', tally_day(least(expires_at, auto_revoke_date)), count(*), 0
    FROM document_access WHERE status = 'active' GROUP BY 2;
  INSERT INTO tallies
    SELECT CASE event WHEN 'document_viewed' THEN 'viewed' ELSE 'downloaded' END, tally_day(at), count(*), 0
    FROM audit_events WHERE event IN ('document_viewed', 'document_downloaded') AND details -> 'page' IS NULL
    GROUP BY 1, 2;
END
$$;
--> statement-breakpoint
SELECT tally_in('UTC');
