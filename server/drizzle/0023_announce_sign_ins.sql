-- A sign-in is a session more on the profile of a person, so it is announced too.
CREATE OR REPLACE TRIGGER audit_events_announce AFTER INSERT ON audit_events FOR EACH ROW
  WHEN (NEW.event NOT IN ('document_viewed', 'document_searched', 'document_downloaded', 'owner_request_viewed',
    'verification_code_sent', 'sign_in_failed', 'sign_in_locked', 'password_reset_requested'))
  EXECUTE FUNCTION audit_events_announce();
