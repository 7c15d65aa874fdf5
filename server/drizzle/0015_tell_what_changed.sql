-- Every change is audited: what is committed there is announced to all servers, which tell the pages that are open.
-- Readings and failed attempts change nothing that a page shows, and somebody waits for them.
CREATE FUNCTION audit_events_announce() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('deedbox_live', json_build_object('event', NEW.event, 'subject', left(NEW.subject_email, 320),
    'actor', NEW.actor_id, 'document', NEW.document_id)::text);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER audit_events_announce AFTER INSERT ON audit_events FOR EACH ROW
  WHEN (NEW.event NOT IN ('document_viewed', 'document_searched', 'document_downloaded', 'owner_request_viewed',
    'verification_code_sent', 'sign_in_failed', 'sign_in_locked', 'password_reset_requested', 'signed_in'))
  EXECUTE FUNCTION audit_events_announce();
--> statement-breakpoint
-- A mail that was sent, or is to be sent again, has no audit event of its own.
CREATE FUNCTION mail_messages_announce() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('deedbox_live', '{"event":"mail_status_changed"}');
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER mail_messages_announce AFTER UPDATE OF status ON mail_messages FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status)
  EXECUTE FUNCTION mail_messages_announce();
