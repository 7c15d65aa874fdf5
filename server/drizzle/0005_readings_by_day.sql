-- Readings are tallied by a job, once their day is over (ADR 6): who reads waits for one write less.
ALTER TABLE "tally_zone" ADD COLUMN "readings_before" date DEFAULT '-infinity' NOT NULL;
--> statement-breakpoint
DROP TRIGGER audit_events_tallied ON audit_events;
--> statement-breakpoint
DROP FUNCTION tally_reading();
--> statement-breakpoint
DELETE FROM tallies WHERE what IN ('viewed', 'downloaded');
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
END
$$;
