-- The audit trail only ever grows: the database refuses every other change, whoever asks.
CREATE FUNCTION audit_events_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit_events is append-only' USING ERRCODE = 'insufficient_privilege';
END
$$;
--> statement-breakpoint
CREATE TRIGGER audit_events_append_only BEFORE UPDATE OR DELETE ON audit_events
  FOR EACH ROW EXECUTE FUNCTION audit_events_refuse();
--> statement-breakpoint
CREATE TRIGGER audit_events_never_truncated BEFORE TRUNCATE ON audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION audit_events_refuse();
--> statement-breakpoint
-- Specification, section 3: Share activity, read from the one audit table.
CREATE VIEW share_activity AS
  SELECT id, document_id, subject_email AS shared_with, actor_email AS shared_by, at AS shared_at, event AS action, notes
  FROM audit_events
  WHERE event IN ('document_uploaded', 'access_granted', 'revoked', 'renewed', 'extended');
