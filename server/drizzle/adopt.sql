-- What the schema has and a database made before version 0.1.0 was tagged may lack: run once on such a database when it is adopted
-- (src/db/adopt.ts). Each change of 0000_schema.sql has its line here, which changes nothing where it was made already.

-- An unfinished upload keeps what was said about its document as one value.
do $$ begin
  if exists (select from information_schema.columns where table_schema = 'public' and table_name = 'uploads' and column_name = 'title') then
    alter table uploads add column details jsonb;
    update uploads set details = jsonb_build_object('title', title, 'type', type, 'clientName', client_name, 'expiryDate', expiry_date);
    alter table uploads alter column details set not null, drop column title, drop column type, drop column client_name, drop column expiry_date;
  end if;
end $$;

-- The reference of a document, which a search looks at: the column that is searched is made anew, with all indexes on it.
do $$ declare indexes text[]; statement text; begin
  if not exists (select from information_schema.columns where table_schema = 'public' and table_name = 'documents' and column_name = 'reference') then
    alter table documents add column reference text;
    indexes := array(select indexdef from pg_indexes where schemaname = 'public' and tablename = 'documents' and indexdef like '%search_text%');
    alter table documents drop column search_text;
    alter table documents add column search_text text not null generated always as
      (deedbox_fold(title || ' ' || coalesce(client_name, '') || ' ' || coalesce(reference, '') || ' ' || owner_name || ' ' || owner_email || ' ' || file_name)) stored;
    foreach statement in array indexes loop execute statement; end loop;
    drop index documents_search_apart;
    create index documents_search_apart on documents using gin
      (deedbox_fold(title || ' ' || coalesce(reference, '') || ' ' || owner_name || ' ' || owner_email || ' ' || file_name) gin_trgm_ops);
  end if;
end $$;

-- Keys that are replaced, kept secrets and escrows.
alter table master_keys add column if not exists to_rewrap integer;
alter table master_keys add column if not exists rewrapped integer not null default 0;
alter table master_keys add column if not exists settled_at timestamp (3) with time zone;
alter table master_keys add column if not exists kms_blob text;
alter table master_keys alter column first_seen_at drop not null;
create table if not exists kept_secrets (purpose text primary key not null, sealed text not null);
create table if not exists key_escrows (
  id uuid primary key default gen_random_uuid() not null,
  master_key_id text not null,
  mark text not null,
  parts integer not null,
  threshold integer not null,
  made_at timestamp (3) with time zone not null,
  made_by uuid not null references profiles (user_id),
  made_by_name text not null,
  drilled_at timestamp (3) with time zone
);
create index if not exists key_escrows_newest on key_escrows (made_at);

-- Lists need fewer indexes, and two others.
drop index if exists clients_tails;
drop index if exists document_access_of_person;
drop index if exists document_access_held;
drop index if exists document_access_since;
drop index if exists document_access_of_document;
drop index if exists document_access_by_level;
drop index if exists document_access_by_status;
drop index if exists document_access_of_recipient;
drop index if exists document_access_ends;
drop index if exists document_access_expired;
drop index if exists document_access_revoked;
drop index if exists documents_of_organization;
drop index if exists documents_own;
drop index if exists documents_by_title;
drop index if exists documents_listed_newest;
drop index if exists documents_listed_by_title;
drop index if exists documents_listed_by_expiry;
drop index if exists documents_listed_by_client;
drop index if exists documents_listed_by_owner_name;
drop index if exists documents_listed_by_size;
drop index if exists documents_listed_by_type;
drop index if exists documents_listed_by_status;
drop index if exists documents_listed_of_organization;
drop index if exists documents_of_status;
drop index if exists documents_of_status_by_expiry;
drop index if exists documents_archived_of_organization;
drop index if exists documents_deleted_newest;
drop index if exists documents_of_organization_of_status;
drop index if exists documents_search_apart;
drop index if exists documents_client_apart;
drop index if exists documents_search_spread;
drop index if exists documents_of_organization_client;
drop index if exists documents_letters;
create index if not exists document_access_of_reader on document_access (user_email, document_id, status, expires_at, auto_revoke_date);
create index if not exists document_access_of_status on document_access (status, id);
create index if not exists document_access_by_level on document_access (access_level, id);

-- The transparency log: every event that is there waits for its leaf.
do $do$ begin
  if to_regclass('log_waiting') is null then
    CREATE TABLE "log_checkpoints" (
      "origin" text NOT NULL,
      "size" bigint NOT NULL,
      "root" "bytea" NOT NULL,
      "at" timestamp (3) with time zone NOT NULL,
      "note" text NOT NULL,
      CONSTRAINT "log_checkpoints_origin_size_pk" PRIMARY KEY("origin","size")
    );
    CREATE TABLE "log_checks" (
      "at" timestamp (3) with time zone PRIMARY KEY NOT NULL,
      "leaves" bigint NOT NULL,
      "problems" text[] NOT NULL
    );
    CREATE TABLE "log_disclosures" (
      "event_id" bigint PRIMARY KEY NOT NULL,
      "disclosures" text[] NOT NULL
    );
    CREATE TABLE "log_leaves" (
      "origin" text NOT NULL,
      "index" bigint NOT NULL,
      "event_id" bigint NOT NULL,
      "bytes" "bytea" NOT NULL,
      "hash" "bytea" NOT NULL,
      CONSTRAINT "log_leaves_origin_index_pk" PRIMARY KEY("origin","index")
    );
    CREATE TABLE "log_nodes" (
      "origin" text NOT NULL,
      "level" integer NOT NULL,
      "index" bigint NOT NULL,
      "hash" "bytea" NOT NULL,
      CONSTRAINT "log_nodes_origin_level_index_pk" PRIMARY KEY("origin","level","index")
    );
    CREATE TABLE "log_origins" (
      "origin" text PRIMARY KEY NOT NULL,
      "verifier_key" text NOT NULL,
      "begun_at" timestamp (3) with time zone NOT NULL,
      "frozen_at" timestamp (3) with time zone
    );
    CREATE TABLE "log_waiting" (
      "event_id" bigint PRIMARY KEY NOT NULL
    );
    CREATE UNIQUE INDEX "log_leaves_of_event" ON "log_leaves" USING btree ("event_id");
    CREATE UNIQUE INDEX "log_origins_current" ON "log_origins" USING btree ((true)) WHERE frozen_at is null;
    CREATE FUNCTION audit_events_wait() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO log_waiting SELECT id FROM new_rows;
      RETURN NULL;
    END
    $$;
    CREATE FUNCTION log_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'the log is append-only' USING ERRCODE = 'insufficient_privilege';
    END
    $$;
    CREATE TRIGGER audit_events_wait AFTER INSERT ON audit_events
      REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_events_wait();
    CREATE TRIGGER log_leaves_append_only BEFORE UPDATE OR DELETE ON log_leaves FOR EACH ROW EXECUTE FUNCTION log_refuse();
    CREATE TRIGGER log_leaves_never_truncated BEFORE TRUNCATE ON log_leaves FOR EACH STATEMENT EXECUTE FUNCTION log_refuse();
    CREATE TRIGGER log_nodes_append_only BEFORE UPDATE OR DELETE ON log_nodes FOR EACH ROW EXECUTE FUNCTION log_refuse();
    CREATE TRIGGER log_nodes_never_truncated BEFORE TRUNCATE ON log_nodes FOR EACH STATEMENT EXECUTE FUNCTION log_refuse();
    CREATE TRIGGER log_checkpoints_append_only BEFORE UPDATE OR DELETE ON log_checkpoints FOR EACH ROW EXECUTE FUNCTION log_refuse();
    CREATE TRIGGER log_checkpoints_never_truncated BEFORE TRUNCATE ON log_checkpoints FOR EACH STATEMENT EXECUTE FUNCTION log_refuse();
    insert into log_waiting select id from audit_events;
  end if;
end $do$;

-- Legal holds.
do $do$ begin
  if to_regclass('legal_holds') is null then
    CREATE TABLE "held_documents" (
      "hold_id" uuid NOT NULL,
      "document_id" uuid NOT NULL,
      CONSTRAINT "held_documents_hold_id_document_id_pk" PRIMARY KEY("hold_id","document_id")
    );
    CREATE TABLE "legal_holds" (
      "id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
      "kind" text NOT NULL,
      "subject" text NOT NULL,
      "name" text NOT NULL,
      "reason" text NOT NULL,
      "ends_on" date,
      "set_at" timestamp (3) with time zone NOT NULL,
      "set_by" uuid NOT NULL,
      "set_by_name" text NOT NULL,
      "asked_at" timestamp (3) with time zone,
      "asked_by" uuid,
      "asked_by_name" text,
      "asked_why" text,
      "ended_at" timestamp (3) with time zone,
      "ended_by" uuid,
      "ended_by_name" text
    );
    ALTER TABLE "held_documents" ADD CONSTRAINT "held_documents_hold_id_legal_holds_id_fk" FOREIGN KEY ("hold_id") REFERENCES "public"."legal_holds"("id") ON DELETE no action ON UPDATE no action;
    ALTER TABLE "held_documents" ADD CONSTRAINT "held_documents_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;
    ALTER TABLE "legal_holds" ADD CONSTRAINT "legal_holds_set_by_profiles_user_id_fk" FOREIGN KEY ("set_by") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;
    ALTER TABLE "legal_holds" ADD CONSTRAINT "legal_holds_asked_by_profiles_user_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;
    ALTER TABLE "legal_holds" ADD CONSTRAINT "legal_holds_ended_by_profiles_user_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;
    CREATE INDEX "held_documents_of_document" ON "held_documents" USING btree ("document_id");
    CREATE INDEX "legal_holds_in_force" ON "legal_holds" USING btree ("kind","subject") WHERE ended_at is null;
    CREATE INDEX "legal_holds_newest" ON "legal_holds" USING btree ("set_at","id");
    CREATE FUNCTION holds_of_document(document uuid, client text, owner uuid, organization uuid)
    RETURNS SETOF uuid LANGUAGE sql STABLE AS $$
      SELECT h.id FROM legal_holds h WHERE h.ended_at IS NULL AND (
        (h.kind = 'document' AND h.subject = document::text)
        OR (h.kind = 'client' AND h.subject = left(deedbox_fold(client), 200))
        OR (h.kind = 'person' AND h.subject = owner::text)
        OR (h.kind = 'organisation' AND h.subject = organization::text)
        OR EXISTS (SELECT FROM held_documents d WHERE d.hold_id = h.id AND d.document_id = document))
    $$;
    -- A removal of what is held is refused here too, whoever forgets to ask (policy/holds.ts). The lock is the one that setting a hold takes.
    CREATE FUNCTION documents_refuse_held() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_advisory_xact_lock_shared(hashtextextended('holds', 0));
      IF EXISTS (SELECT FROM holds_of_document(OLD.id, OLD.client_name, OLD.owner_id, OLD.organization_id)) THEN
        RAISE EXCEPTION 'a legal hold keeps document %', OLD.id USING ERRCODE = 'insufficient_privilege';
      END IF;
      IF TG_OP = 'DELETE' THEN
        RETURN OLD;
      END IF;
      RETURN NEW;
    END
    $$;
    CREATE TRIGGER documents_held_update BEFORE UPDATE OF deleted_at, wrapped_key, sha256 ON documents FOR EACH ROW
      WHEN ((OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL) OR (OLD.wrapped_key IS NOT NULL AND NEW.wrapped_key IS NULL)
        OR OLD.sha256 <> NEW.sha256) EXECUTE FUNCTION documents_refuse_held();
    CREATE TRIGGER documents_held_delete BEFORE DELETE ON documents FOR EACH ROW EXECUTE FUNCTION documents_refuse_held();
    -- A document that is given to another client, owner or organisation stays under the holds of the former.
    CREATE FUNCTION documents_stay_held() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_advisory_xact_lock_shared(hashtextextended('holds', 0));
      INSERT INTO held_documents (hold_id, document_id)
        SELECT former, OLD.id FROM holds_of_document(OLD.id, OLD.client_name, OLD.owner_id, OLD.organization_id) AS former
        ON CONFLICT DO NOTHING;
      RETURN NULL;
    END
    $$;
    CREATE TRIGGER documents_stay_held AFTER UPDATE OF client_name, owner_id, organization_id ON documents FOR EACH ROW
      WHEN (OLD.client_name IS DISTINCT FROM NEW.client_name OR OLD.owner_id <> NEW.owner_id
        OR OLD.organization_id IS DISTINCT FROM NEW.organization_id) EXECUTE FUNCTION documents_stay_held();
  end if;
end $do$;

-- A PDF that is opened with a password.
alter table documents add column if not exists locked boolean not null default false;
-- Witnesses of the log, their signatures, and what its checks found.
create table if not exists "log_cosignatures" (
  "origin" text NOT NULL,
  "size" bigint NOT NULL,
  "line" text NOT NULL,
  "verifier_key" text,
  "at" timestamp (3) with time zone NOT NULL,
  CONSTRAINT "log_cosignatures_origin_size_line_pk" PRIMARY KEY("origin","size","line")
);
create table if not exists "log_findings" (
  "id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "log_findings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
  "problem" text NOT NULL,
  "found_at" timestamp (3) with time zone NOT NULL,
  "seen_at" timestamp (3) with time zone NOT NULL,
  "settled_at" timestamp (3) with time zone
);
create table if not exists "log_witnesses" (
  "verifier_key" text PRIMARY KEY NOT NULL,
  "added_at" timestamp (3) with time zone NOT NULL,
  "asked_at" timestamp (3) with time zone NOT NULL,
  "origin" text,
  "size" bigint,
  "cosigned_at" timestamp (3) with time zone,
  "is_here" boolean DEFAULT false NOT NULL,
  "fault" text
);
create unique index if not exists "log_findings_once" on "log_findings" ("problem");


-- When a grant was revoked is read from the audit trail.
create index if not exists audit_events_revocations on audit_events (access_id) where event in ('revoked', 'access_removed');

-- The history of an organisation has its leaving too.
drop index if exists audit_events_of_organization;
create index audit_events_of_organization on audit_events ((details ->> 'organizationId'), id) where starts_with(event, 'organization_');

-- Browsers that show notices.
create table if not exists "push_subscriptions" (
  "id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
  "session_id" uuid NOT NULL CONSTRAINT "push_subscriptions_session_id_unique" UNIQUE
    CONSTRAINT "push_subscriptions_session_id_sessions_id_fk" REFERENCES "sessions"("id") ON DELETE cascade,
  "user_id" uuid NOT NULL CONSTRAINT "push_subscriptions_user_id_profiles_user_id_fk" REFERENCES "profiles"("user_id") ON DELETE cascade,
  "endpoint" text NOT NULL CONSTRAINT "push_subscriptions_endpoint_unique" UNIQUE,
  "p256dh" text NOT NULL,
  "auth" text NOT NULL,
  "names" boolean DEFAULT false NOT NULL,
  "created_at" timestamp (3) with time zone NOT NULL
);
create index if not exists "push_subscriptions_user" on "push_subscriptions" ("user_id");

-- What a download is evidence of.
alter table take_outs add column if not exists evidence jsonb;


-- Records forget names and texts once their years are over (ADR 69).
alter table audit_events add column if not exists forgotten jsonb;
do $do$
begin
  if not exists (select from pg_proc where proname = 'forget_events') then
    DROP TRIGGER IF EXISTS audit_events_append_only ON audit_events;
    CREATE TRIGGER audit_events_append_only BEFORE DELETE ON audit_events FOR EACH ROW EXECUTE FUNCTION audit_events_refuse();
    -- Events that a legal hold in force covers, of these: what happened to a document, a person, an organisation or its members, or names one or a client.
    CREATE FUNCTION held_events(ids bigint[]) RETURNS SETOF bigint LANGUAGE sql STABLE AS $$
      WITH holds AS (SELECT kind, subject FROM legal_holds WHERE ended_at IS NULL),
      members AS (
        SELECT p.user_id AS id, p.email FROM holds h JOIN profiles p
          ON (h.kind = 'person' AND p.user_id::text = h.subject) OR (h.kind = 'organisation' AND p.organization_id::text = h.subject)
        UNION
        SELECT p.user_id AS id, p.email FROM holds h JOIN audit_events r
          ON h.kind = 'organisation' AND r.event = 'role_changed' AND r.details #>> '{from,organizationId}' = h.subject
          JOIN profiles p ON p.email = r.subject_email),
      emails AS (
        SELECT email FROM members
        UNION
        SELECT c.details ->> 'from' FROM audit_events c JOIN members m ON c.actor_id = m.id WHERE c.event = 'email_changed')
      SELECT e.id FROM audit_events e LEFT JOIN documents d ON d.id = e.document_id
      WHERE e.id = ANY (ids) AND EXISTS (SELECT FROM holds) AND (
        EXISTS (SELECT FROM holds_of_document(d.id, d.client_name, d.owner_id, d.organization_id))
        OR e.actor_id IN (SELECT id FROM members)
        OR e.subject_email IN (SELECT email FROM emails)
        OR EXISTS (SELECT FROM emails WHERE position(email IN concat_ws(' ', e.notes, e.details::text)) > 0)
        OR EXISTS (SELECT FROM holds h WHERE h.kind <> 'client' AND position(h.subject IN e.details::text) > 0)
        OR EXISTS (SELECT FROM holds h WHERE h.kind = 'client'
          AND position(h.subject IN replace(deedbox_fold(concat_ws(' ', e.notes, e.details::text)), '\"', '"')) > 0))
    $$;
    -- The one change of the audit trail: names and texts of an event go when it is older than the years that records are kept (ADR 69), but not
    -- before it is sealed, nor while a hold covers it. Only the function below says that it forgets.
    CREATE FUNCTION audit_events_forget() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_advisory_xact_lock_shared(hashtextextended('holds', 0));
      IF current_setting('deedbox.forgets', true) IS DISTINCT FROM 'on'
        OR OLD.forgotten IS NOT NULL OR coalesce((NEW.forgotten ->> 'years')::int, 0) < 7
        OR OLD.at >= now() - make_interval(years => (NEW.forgotten ->> 'years')::int)
        OR (NEW.id, NEW.at, NEW.event, NEW.document_id, NEW.access_id) IS DISTINCT FROM (OLD.id, OLD.at, OLD.event, OLD.document_id, OLD.access_id)
        OR num_nonnulls(NEW.actor_id, NEW.actor_email, NEW.actor_name, NEW.subject_email, NEW.notes, NEW.ip, NEW.user_agent, NEW.request_id) > 0
        OR EXISTS (SELECT FROM jsonb_each(NEW.details) kept WHERE OLD.details -> kept.key IS DISTINCT FROM kept.value)
        OR EXISTS (SELECT FROM log_waiting WHERE event_id = OLD.id)
        OR EXISTS (SELECT FROM held_events(ARRAY[OLD.id]))
      THEN
        RAISE EXCEPTION 'audit_events is append-only' USING ERRCODE = 'insufficient_privilege';
      END IF;
      RETURN NEW;
    END
    $$;
    -- What a leaf only commits to goes with the event's names and texts, and in no other way.
    CREATE FUNCTION log_disclosures_forget() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'UPDATE' AND current_setting('deedbox.forgets', true) = 'on' THEN
        IF NEW.event_id = OLD.event_id AND NEW.disclosures <@ OLD.disclosures THEN
          RETURN NEW;
        END IF;
      END IF;
      RAISE EXCEPTION 'the log is append-only' USING ERRCODE = 'insufficient_privilege';
    END
    $$;
    -- Forgets the names and texts of these events: what stays of their details, the fields that go, and the disclosures that stay. The server's role
    -- may not change the trail, so the function runs as its owner; the triggers decide.
    CREATE FUNCTION forget_events(years int, events jsonb) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    BEGIN
      PERFORM set_config('deedbox.forgets', 'on', true);
      UPDATE audit_events e SET actor_id = NULL, actor_email = NULL, actor_name = NULL, subject_email = NULL, notes = NULL, ip = NULL,
          user_agent = NULL, request_id = NULL, details = f.details, forgotten = jsonb_build_object('years', years, 'fields', f.fields)
        FROM jsonb_to_recordset(events) AS f (id bigint, details jsonb, fields jsonb) WHERE e.id = f.id;
      UPDATE log_disclosures d SET disclosures = ARRAY(SELECT jsonb_array_elements_text(f.disclosures))
        FROM jsonb_to_recordset(events) AS f (id bigint, disclosures jsonb) WHERE d.event_id = f.id;
      PERFORM set_config('deedbox.forgets', '', true);
    END
    $$;
    CREATE TRIGGER audit_events_forget BEFORE UPDATE ON audit_events FOR EACH ROW EXECUTE FUNCTION audit_events_forget();
    CREATE TRIGGER log_disclosures_forget BEFORE UPDATE OR DELETE ON log_disclosures FOR EACH ROW EXECUTE FUNCTION log_disclosures_forget();
    CREATE TRIGGER log_disclosures_never_truncated BEFORE TRUNCATE ON log_disclosures FOR EACH STATEMENT EXECUTE FUNCTION log_disclosures_forget();
  end if;
end $do$;

-- Reviews of documents (ADR 70).
create table if not exists "document_reviews" (
  "id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
  "document_id" uuid NOT NULL CONSTRAINT "document_reviews_document_id_documents_id_fk" REFERENCES "public"."documents"("id"),
  "due_on" date NOT NULL,
  "outcome" text,
  "note" text,
  "day" date,
  "next_on" date,
  "decided_at" timestamp (3) with time zone,
  "decided_by" uuid CONSTRAINT "document_reviews_decided_by_profiles_user_id_fk" REFERENCES "public"."profiles"("user_id"),
  "decided_by_name" text,
  CONSTRAINT "document_reviews_decided" CHECK (num_nulls(outcome, next_on, decided_at, decided_by_name) in (0, 4))
);
create unique index if not exists "document_reviews_waiting" on "document_reviews" ("document_id") where outcome is null;
create index if not exists "document_reviews_of_document" on "document_reviews" ("document_id","decided_at");
create index if not exists "document_reviews_by_day" on "document_reviews" ("due_on","id");

-- An organisation that leaves (ADR 71).
alter table "organizations" add column if not exists "leaving_from" timestamp (3) with time zone;
alter table "organizations" add column if not exists "leaving_reason" text;
alter table "organizations" add column if not exists "leaving_by_name" text;
create index if not exists "organizations_leaving" on "organizations" ("leaving_from") where leaving_from is not null;
create table if not exists "destructions" (
  "id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
  "organization_id" uuid NOT NULL CONSTRAINT "destructions_organization_id_organizations_id_fk" REFERENCES "public"."organizations"("id"),
  "kind" text NOT NULL,
  "words" text NOT NULL,
  "given_by" text NOT NULL,
  "given_on" date NOT NULL,
  "document_id" uuid CONSTRAINT "destructions_document_id_documents_id_fk" REFERENCES "public"."documents"("id"),
  "asked_at" timestamp (3) with time zone NOT NULL,
  "asked_by" uuid NOT NULL CONSTRAINT "destructions_asked_by_profiles_user_id_fk" REFERENCES "public"."profiles"("user_id"),
  "asked_by_name" text NOT NULL,
  "confirmed_at" timestamp (3) with time zone,
  "confirmed_by" uuid CONSTRAINT "destructions_confirmed_by_profiles_user_id_fk" REFERENCES "public"."profiles"("user_id"),
  "confirmed_by_name" text,
  "ended_at" timestamp (3) with time zone
);
create unique index if not exists "destructions_going_on" on "destructions" ("organization_id") where ended_at is null;
create index if not exists "destructions_of_organization" on "destructions" ("organization_id","asked_at");
create table if not exists "destruction_receipts" (
  "document_id" uuid PRIMARY KEY NOT NULL CONSTRAINT "destruction_receipts_document_id_documents_id_fk" REFERENCES "public"."documents"("id"),
  "destruction_id" uuid NOT NULL CONSTRAINT "destruction_receipts_destruction_id_destructions_id_fk" REFERENCES "public"."destructions"("id"),
  "at" timestamp (3) with time zone NOT NULL,
  "receipt" text NOT NULL
);
create index if not exists "destruction_receipts_of" on "destruction_receipts" ("destruction_id","document_id");
-- Matters (ADR 74).
create table if not exists "matters" (
  "id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
  "name" text NOT NULL,
  "kind" text NOT NULL,
  "reference" text DEFAULT '' NOT NULL,
  "abn" text DEFAULT '' NOT NULL,
  "acn" text DEFAULT '' NOT NULL,
  "governing_law" text,
  "status" text DEFAULT 'open' NOT NULL,
  "responsible_id" uuid CONSTRAINT "matters_responsible_id_profiles_user_id_fk" REFERENCES "public"."profiles"("user_id"),
  "organization_id" uuid CONSTRAINT "matters_organization_id_organizations_id_fk" REFERENCES "public"."organizations"("id"),
  "notes" text DEFAULT '' NOT NULL,
  "created_at" timestamp (3) with time zone NOT NULL,
  "updated_at" timestamp (3) with time zone NOT NULL,
  "search_text" text GENERATED ALWAYS AS (deedbox_fold(name || ' ' || reference || ' ' || abn || ' ' || acn)) STORED NOT NULL
);
create index if not exists "matters_by_name" on "matters" (lower(coalesce(name, '')),"id","name","search_text","organization_id");
create index if not exists "matters_by_reference" on "matters" (lower(coalesce(reference, '')),"id");
create index if not exists "matters_newest" on "matters" ("created_at","id");
create index if not exists "matters_of_organization" on "matters" ("organization_id","id") where organization_id is not null;
create index if not exists "matters_of_responsible" on "matters" ("responsible_id","id") where responsible_id is not null;
create index if not exists "matters_search" on "matters" using gin ("search_text" gin_trgm_ops);
alter table "documents" add column if not exists "matter_id" uuid CONSTRAINT "documents_matter_id_matters_id_fk" REFERENCES "public"."matters"("id");
create index if not exists "documents_of_matter" on "documents" ("matter_id","created_at","id") where deleted_at is null and matter_id is not null;
create index if not exists "documents_in_no_matter" on "documents" (left(deedbox_fold(client_name), 200) collate "C","created_at","id") where deleted_at is null and client_name is not null and matter_id is null;
create index if not exists "audit_events_of_matter" on "audit_events" ((details ->> 'matterId'),"id") where starts_with(event, 'matter_');

-- The kind of a document, and how it was executed.
alter table "documents" add column if not exists "kind" text;
alter table "documents" add column if not exists "executed_on" date;
alter table "documents" add column if not exists "executed_in" text;
alter table "documents" add column if not exists "signed_how" text;
create index if not exists "documents_by_kind" on "documents" (coalesce(kind, type),"id") where deleted_at is null;
create index if not exists "documents_of_kind" on "documents" ("kind","created_at","id") where deleted_at is null and kind is not null;

-- Years before a review by groups of kinds.
update settings set "values" = jsonb_set("values", '{reviewYears}', jsonb_build_object('deeds', "values" #> '{reviewYears,trust_deed}')
  || (select jsonb_object_agg(kinds, "values" #> '{reviewYears,other}') from unnest(array['wills', 'powers', 'records', 'other']) kinds))
  where "values" -> 'reviewYears' ? 'trust_deed';
-- What falls due (ADR 75).
create table if not exists "due_dates" (
  "id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
  "matter_id" uuid CONSTRAINT "due_dates_matter_id_matters_id_fk" REFERENCES "public"."matters"("id"),
  "document_id" uuid CONSTRAINT "due_dates_document_id_documents_id_fk" REFERENCES "public"."documents"("id"),
  "kind" text NOT NULL,
  "title" text NOT NULL,
  "due_on" date,
  "first_on" date,
  "words" text DEFAULT '' NOT NULL,
  "clause" text DEFAULT '' NOT NULL,
  "repeats" text DEFAULT 'never' NOT NULL,
  "remind_days" integer[] NOT NULL,
  "status" text DEFAULT 'open' NOT NULL,
  "reason" text DEFAULT '' NOT NULL,
  "settled_at" timestamp (3) with time zone,
  "settled_by_name" text,
  "created_at" timestamp (3) with time zone NOT NULL,
  "updated_at" timestamp (3) with time zone NOT NULL,
  "search_text" text GENERATED ALWAYS AS (deedbox_fold(title || ' ' || clause)) STORED NOT NULL,
  CONSTRAINT "due_dates_of_something" CHECK (num_nonnulls(matter_id, document_id) > 0),
  CONSTRAINT "due_dates_said" CHECK (due_on is not null or words <> ''),
  CONSTRAINT "due_dates_settled" CHECK ((status = 'open') = (settled_at is null))
);
create index if not exists "due_dates_by_day" on "due_dates" (coalesce(due_on, 'infinity'::date),"id");
create index if not exists "due_dates_open" on "due_dates" ("due_on") where status = 'open';
create index if not exists "due_dates_open_by_day" on "due_dates" (coalesce(due_on, 'infinity'::date),"id") where status = 'open';
create index if not exists "due_dates_of_matter" on "due_dates" ("matter_id","id") where matter_id is not null;
create index if not exists "due_dates_of_document" on "due_dates" ("document_id","id") where document_id is not null;
create index if not exists "due_dates_search" on "due_dates" using gin ("search_text" gin_trgm_ops);
create table if not exists "due_date_people" (
  "due_date_id" uuid NOT NULL CONSTRAINT "due_date_people_due_date_id_due_dates_id_fk" REFERENCES "public"."due_dates"("id"),
  "user_id" uuid NOT NULL CONSTRAINT "due_date_people_user_id_profiles_user_id_fk" REFERENCES "public"."profiles"("user_id"),
  CONSTRAINT "due_date_people_due_date_id_user_id_pk" PRIMARY KEY("due_date_id","user_id")
);
create index if not exists "due_date_people_of_person" on "due_date_people" ("user_id","due_date_id");

-- Links between documents, and who signed them (ADR 78).
create table if not exists "document_links" (
  "id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
  "from_id" uuid NOT NULL CONSTRAINT "document_links_from_id_documents_id_fk" REFERENCES "public"."documents"("id"),
  "relation" text NOT NULL,
  "to_id" uuid NOT NULL CONSTRAINT "document_links_to_id_documents_id_fk" REFERENCES "public"."documents"("id"),
  "added_at" timestamp (3) with time zone NOT NULL,
  "added_by" uuid NOT NULL CONSTRAINT "document_links_added_by_profiles_user_id_fk" REFERENCES "public"."profiles"("user_id"),
  "added_by_name" text NOT NULL,
  "removed_at" timestamp (3) with time zone,
  "removed_by" uuid CONSTRAINT "document_links_removed_by_profiles_user_id_fk" REFERENCES "public"."profiles"("user_id"),
  "removed_by_name" text,
  CONSTRAINT "document_links_two" CHECK ("from_id" <> "to_id")
);
create unique index if not exists "document_links_one" on "document_links" (least(from_id, to_id),greatest(from_id, to_id)) where removed_at is null;
create index if not exists "document_links_from" on "document_links" ("from_id") where removed_at is null;
create index if not exists "document_links_to" on "document_links" ("to_id") where removed_at is null;
create table if not exists "document_signatories" (
  "document_id" uuid NOT NULL CONSTRAINT "document_signatories_document_id_documents_id_fk" REFERENCES "public"."documents"("id"),
  "place" smallint NOT NULL,
  "name" text NOT NULL,
  "capacity" text NOT NULL,
  "witness" text NOT NULL,
  CONSTRAINT "document_signatories_document_id_place_pk" PRIMARY KEY ("document_id","place")
);
-- Uploads into a matter.
alter table "uploads" add column if not exists "matter_id" uuid;
-- Parties to matters, and their roles (ADR 79).
create table if not exists "parties" (
  "id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
  "kind" text NOT NULL,
  "name" text NOT NULL,
  "abn" text DEFAULT '' NOT NULL,
  "acn" text DEFAULT '' NOT NULL,
  "email" text DEFAULT '' NOT NULL,
  "born_on" date,
  "notes" text DEFAULT '' NOT NULL,
  "merged_into" uuid CONSTRAINT "parties_merged_into_parties_id_fk" REFERENCES "public"."parties"("id"),
  "created_at" timestamp (3) with time zone NOT NULL,
  "updated_at" timestamp (3) with time zone NOT NULL,
  "search_text" text GENERATED ALWAYS AS (deedbox_fold(name || ' ' || abn || ' ' || acn || ' ' || email)) STORED NOT NULL
);
create index if not exists "parties_by_name" on "parties" (lower(coalesce(name, '')),"id");
create index if not exists "parties_merged" on "parties" ("merged_into") where merged_into is not null;
create index if not exists "parties_search" on "parties" using gin ("search_text" gin_trgm_ops);
create table if not exists "matter_roles" (
  "id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
  "matter_id" uuid NOT NULL CONSTRAINT "matter_roles_matter_id_matters_id_fk" REFERENCES "public"."matters"("id"),
  "party_id" uuid NOT NULL CONSTRAINT "matter_roles_party_id_parties_id_fk" REFERENCES "public"."parties"("id"),
  "role" text NOT NULL,
  "nature" text,
  "from_day" date,
  "from_document" uuid CONSTRAINT "matter_roles_from_document_documents_id_fk" REFERENCES "public"."documents"("id"),
  "from_clause" text DEFAULT '' NOT NULL,
  "from_by" uuid CONSTRAINT "matter_roles_from_by_parties_id_fk" REFERENCES "public"."parties"("id"),
  "until_day" date,
  "until_document" uuid CONSTRAINT "matter_roles_until_document_documents_id_fk" REFERENCES "public"."documents"("id"),
  "until_clause" text DEFAULT '' NOT NULL,
  "until_by" uuid CONSTRAINT "matter_roles_until_by_parties_id_fk" REFERENCES "public"."parties"("id"),
  "note" text DEFAULT '' NOT NULL,
  "corrects" uuid CONSTRAINT "matter_roles_corrects_matter_roles_id_fk" REFERENCES "public"."matter_roles"("id"),
  "reason" text DEFAULT '' NOT NULL,
  "never" boolean DEFAULT false NOT NULL,
  "recorded_at" timestamp (3) with time zone NOT NULL,
  "recorded_by" uuid NOT NULL CONSTRAINT "matter_roles_recorded_by_profiles_user_id_fk" REFERENCES "public"."profiles"("user_id")
);
create index if not exists "matter_roles_of_matter" on "matter_roles" ("matter_id","recorded_at","id");
create index if not exists "matter_roles_of_party" on "matter_roles" ("party_id");
create index if not exists "matter_roles_by_maker" on "matter_roles" ("from_by") where from_by is not null;
create index if not exists "matter_roles_by_instrument" on "matter_roles" ("from_document") where from_document is not null;
create unique index if not exists "matter_roles_corrected_once" on "matter_roles" ("corrects") where corrects is not null;
-- Rules by which dates are proposed (ADR 76).
create table if not exists "date_rules" (
  "id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
  "kind" text NOT NULL,
  "title" text NOT NULL,
  "document_kinds" text[] NOT NULL,
  "months" integer NOT NULL,
  "days" integer NOT NULL,
  "place" text,
  "month_day" text,
  "matter_kinds" text[] NOT NULL,
  "act" text NOT NULL,
  "source" text NOT NULL,
  "read_on" date,
  "certainty" text NOT NULL,
  "valid_from" date,
  "valid_to" date,
  "note" text NOT NULL,
  "updated_at" timestamp (3) with time zone NOT NULL
);
alter table "due_dates" add column if not exists "rule_id" uuid CONSTRAINT "due_dates_rule_id_date_rules_id_fk" REFERENCES "public"."date_rules"("id");
-- Shares of matters (ADR 83).
create table if not exists "matter_shares" (
  "id" uuid PRIMARY KEY NOT NULL,
  "matter_id" uuid NOT NULL CONSTRAINT "matter_shares_matter_id_matters_id_fk" REFERENCES "public"."matters"("id"),
  "user_email" text NOT NULL,
  "access_level" text NOT NULL,
  "later" boolean NOT NULL,
  "ends_at" timestamp (3) with time zone NOT NULL,
  "notes" text,
  "given_by" uuid NOT NULL CONSTRAINT "matter_shares_given_by_profiles_user_id_fk" REFERENCES "public"."profiles"("user_id"),
  "given_by_name" text NOT NULL,
  "given_at" timestamp (3) with time zone NOT NULL,
  "ended_at" timestamp (3) with time zone
);
create index if not exists "matter_shares_running" on "matter_shares" ("matter_id","given_at","id") where ended_at is null;
create index if not exists "matter_shares_of_person" on "matter_shares" ("user_email");
alter table "document_access" add column if not exists "matter_share_id" uuid CONSTRAINT "document_access_matter_share_id_matter_shares_id_fk" REFERENCES "public"."matter_shares"("id");
create index if not exists "document_access_of_matter_share" on "document_access" ("matter_share_id") where matter_share_id is not null;
CREATE OR REPLACE FUNCTION matter_shares_awaiting(document uuid) RETURNS SETOF matter_shares LANGUAGE sql STABLE AS $$
  SELECT s.* FROM documents d JOIN matter_shares s ON s.matter_id = d.matter_id
  WHERE d.id = document AND s.later AND s.ended_at IS NULL AND d.owner_email <> s.user_email
    AND (EXISTS (SELECT FROM profiles p WHERE p.email = s.user_email AND p.closed_at IS NULL)
      OR EXISTS (SELECT FROM invitations i WHERE i.email = s.user_email AND i.status = 'open'))
$$;
CREATE OR REPLACE FUNCTION matter_shares_of_document(document uuid) RETURNS SETOF matter_shares LANGUAGE sql STABLE AS $$
  SELECT s.* FROM matter_shares_awaiting(document) s WHERE EXISTS (SELECT FROM documents d WHERE d.id = document AND d.deleted_at IS NULL)
$$;
CREATE OR REPLACE FUNCTION documents_follow_shares() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM matter_shares_of_document(NEW.id) s WHERE NOT EXISTS
      (SELECT FROM document_access a WHERE a.document_id = NEW.id AND a.user_email = s.user_email AND a.status = 'active'))
    OR EXISTS (SELECT FROM document_access a JOIN matter_shares s ON s.id = a.matter_share_id JOIN documents d ON d.id = a.document_id
      WHERE a.document_id = NEW.id AND a.status = 'active' AND s.matter_id IS DISTINCT FROM d.matter_id) THEN
    RAISE EXCEPTION 'document % lacks what the shares of its matter say', NEW.id;
  END IF;
  RETURN NULL;
END
$$;
do $$ begin if not exists (select from pg_trigger where tgname = 'documents_enter_matter') then
CREATE CONSTRAINT TRIGGER documents_enter_matter AFTER INSERT ON documents DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.matter_id IS NOT NULL) EXECUTE FUNCTION documents_follow_shares();
end if; end $$;
do $$ begin if not exists (select from pg_trigger where tgname = 'documents_change_matter') then
CREATE CONSTRAINT TRIGGER documents_change_matter AFTER UPDATE OF matter_id, deleted_at ON documents DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.matter_id IS DISTINCT FROM OLD.matter_id OR NEW.deleted_at IS NULL AND OLD.deleted_at IS NOT NULL)
  EXECUTE FUNCTION documents_follow_shares();
end if; end $$;
-- Custody register (ADR 80).
do $adopt$ begin
  if to_regclass('public.packets') is null then
CREATE TABLE "custody_papers" (
  "id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
  "packet_id" uuid NOT NULL,
  "original_id" uuid,
  "movement_id" uuid,
  "document_id" uuid NOT NULL,
  "kind" text NOT NULL,
  "added_at" timestamp (3) with time zone NOT NULL,
  "added_by" uuid NOT NULL,
  CONSTRAINT "custody_papers_of_one" CHECK (num_nonnulls(original_id, movement_id) = 1),
  CONSTRAINT "custody_papers_kind" CHECK (kind in ('photograph', 'authority', 'receipt'))
);
CREATE TABLE "movements" (
  "id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
  "packet_id" uuid NOT NULL,
  "number" integer NOT NULL,
  "kind" text NOT NULL,
  "at" timestamp (3) with time zone NOT NULL,
  "by_id" uuid NOT NULL,
  "holder_id" uuid,
  "place_id" uuid,
  "outside" text DEFAULT '' NOT NULL,
  "reason" text DEFAULT '' NOT NULL,
  "expected_on" date,
  "condition" text DEFAULT '' NOT NULL,
  "seal" text DEFAULT '' NOT NULL,
  "original_id" uuid,
  "other_packet_id" uuid,
  "corrects" uuid,
  "why" text DEFAULT '' NOT NULL,
  "never" boolean DEFAULT false NOT NULL,
  CONSTRAINT "movements_kind" CHECK (kind in ('received', 'placed', 'handed', 'taken_over', 'out', 'in', 'sighted', 'sealed', 'original_added', 'original_moved')),
  CONSTRAINT "movements_corrected_why" CHECK ((corrects is null) = (why = ''))
);
CREATE TABLE "originals" (
  "id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
  "packet_id" uuid NOT NULL,
  "document_id" uuid,
  "title" text DEFAULT '' NOT NULL,
  "kind" text NOT NULL,
  "sha256" text,
  "pages" integer,
  "condition" text DEFAULT '' NOT NULL,
  "keep_staples" boolean DEFAULT false NOT NULL,
  "received_from" text NOT NULL,
  "received_on" date,
  "added_at" timestamp (3) with time zone NOT NULL,
  "added_by" uuid NOT NULL,
  "updated_at" timestamp (3) with time zone NOT NULL,
  CONSTRAINT "originals_named" CHECK (title <> '' or document_id is not null),
  CONSTRAINT "originals_hashed" CHECK ((kind = 'electronic') = (sha256 is not null)),
  CONSTRAINT "originals_kind" CHECK (kind in ('paper', 'electronic'))
);
CREATE TABLE "packets" (
  "id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
  "number" integer GENERATED ALWAYS AS IDENTITY (sequence name "packets_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
  "seal" text DEFAULT '' NOT NULL,
  "matter_id" uuid NOT NULL,
  "standing_id" uuid,
  "created_at" timestamp (3) with time zone NOT NULL,
  "search_text" text GENERATED ALWAYS AS (deedbox_fold('P-' || lpad(number::text, 6, '0') || ' ' || seal)) STORED NOT NULL
);
CREATE TABLE "places" (
  "id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
  "place" text NOT NULL,
  "safe" text DEFAULT '' NOT NULL,
  "shelf" text DEFAULT '' NOT NULL,
  "position" text DEFAULT '' NOT NULL,
  "retired_at" timestamp (3) with time zone,
  "created_at" timestamp (3) with time zone NOT NULL
);
ALTER TABLE "custody_papers" ADD CONSTRAINT "custody_papers_packet_id_packets_id_fk" FOREIGN KEY ("packet_id") REFERENCES "public"."packets"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "custody_papers" ADD CONSTRAINT "custody_papers_original_id_originals_id_fk" FOREIGN KEY ("original_id") REFERENCES "public"."originals"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "custody_papers" ADD CONSTRAINT "custody_papers_movement_id_movements_id_fk" FOREIGN KEY ("movement_id") REFERENCES "public"."movements"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "custody_papers" ADD CONSTRAINT "custody_papers_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "custody_papers" ADD CONSTRAINT "custody_papers_added_by_profiles_user_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "movements" ADD CONSTRAINT "movements_packet_id_packets_id_fk" FOREIGN KEY ("packet_id") REFERENCES "public"."packets"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "movements" ADD CONSTRAINT "movements_by_id_profiles_user_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "movements" ADD CONSTRAINT "movements_holder_id_profiles_user_id_fk" FOREIGN KEY ("holder_id") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "movements" ADD CONSTRAINT "movements_place_id_places_id_fk" FOREIGN KEY ("place_id") REFERENCES "public"."places"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "movements" ADD CONSTRAINT "movements_original_id_originals_id_fk" FOREIGN KEY ("original_id") REFERENCES "public"."originals"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "movements" ADD CONSTRAINT "movements_other_packet_id_packets_id_fk" FOREIGN KEY ("other_packet_id") REFERENCES "public"."packets"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "movements" ADD CONSTRAINT "movements_corrects_movements_id_fk" FOREIGN KEY ("corrects") REFERENCES "public"."movements"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "originals" ADD CONSTRAINT "originals_packet_id_packets_id_fk" FOREIGN KEY ("packet_id") REFERENCES "public"."packets"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "originals" ADD CONSTRAINT "originals_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "originals" ADD CONSTRAINT "originals_added_by_profiles_user_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "packets" ADD CONSTRAINT "packets_matter_id_matters_id_fk" FOREIGN KEY ("matter_id") REFERENCES "public"."matters"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "packets" ADD CONSTRAINT "packets_standing_id_movements_id_fk" FOREIGN KEY ("standing_id") REFERENCES "public"."movements"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "custody_papers_of_packet" ON "custody_papers" USING btree ("packet_id","added_at","id");
CREATE INDEX "custody_papers_of_document" ON "custody_papers" USING btree ("document_id");
CREATE UNIQUE INDEX "movements_of_packet" ON "movements" USING btree ("packet_id","number");
CREATE UNIQUE INDEX "movements_corrected_once" ON "movements" USING btree ("corrects") WHERE corrects is not null;
CREATE INDEX "movements_expected" ON "movements" USING btree ("expected_on") WHERE expected_on is not null;
CREATE INDEX "movements_of_holder" ON "movements" USING btree ("holder_id") WHERE holder_id is not null;
CREATE INDEX "movements_of_place" ON "movements" USING btree ("place_id") WHERE place_id is not null;
CREATE INDEX "movements_of_original" ON "movements" USING btree ("original_id","at") WHERE original_id is not null;
CREATE INDEX "movements_of_other" ON "movements" USING btree ("other_packet_id") WHERE other_packet_id is not null;
CREATE INDEX "originals_of_packet" ON "originals" USING btree ("packet_id","added_at","id");
CREATE INDEX "originals_of_document" ON "originals" USING btree ("document_id") WHERE document_id is not null;
CREATE UNIQUE INDEX "packets_number" ON "packets" USING btree ("number");
CREATE UNIQUE INDEX "packets_standing" ON "packets" USING btree ("standing_id") WHERE standing_id is not null;
CREATE INDEX "packets_of_matter" ON "packets" USING btree ("matter_id","number");
CREATE INDEX "packets_search" ON "packets" USING gin ("search_text" gin_trgm_ops);
CREATE UNIQUE INDEX "places_one" ON "places" USING btree (deedbox_fold(place),deedbox_fold(safe),deedbox_fold(shelf),deedbox_fold("position"));
CREATE FUNCTION custody_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the custody register only grows' USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE FUNCTION movements_in_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE before record;
BEGIN
  SELECT number, at INTO before FROM movements WHERE packet_id = NEW.packet_id ORDER BY number DESC LIMIT 1;
  IF NEW.number <> coalesce(before.number, 0) + 1 OR NEW.at < before.at THEN
    RAISE EXCEPTION 'an entry of the custody register follows the one before it' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF NEW.corrects IS NOT NULL AND NOT EXISTS (SELECT FROM movements WHERE id = NEW.corrects AND packet_id = NEW.packet_id) THEN
    RAISE EXCEPTION 'an entry corrects one of its packet' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER movements_in_order BEFORE INSERT ON movements FOR EACH ROW EXECUTE FUNCTION movements_in_order();
CREATE TRIGGER movements_append_only BEFORE UPDATE OR DELETE ON movements FOR EACH ROW EXECUTE FUNCTION custody_refuse();
CREATE TRIGGER movements_never_truncated BEFORE TRUNCATE ON movements FOR EACH STATEMENT EXECUTE FUNCTION custody_refuse();
CREATE TRIGGER packets_never_deleted BEFORE DELETE ON packets FOR EACH ROW EXECUTE FUNCTION custody_refuse();
CREATE TRIGGER packets_keep_number BEFORE UPDATE ON packets FOR EACH ROW
  WHEN (OLD.number <> NEW.number OR OLD.matter_id <> NEW.matter_id OR NEW.standing_id IS NULL) EXECUTE FUNCTION custody_refuse();
CREATE TRIGGER packets_never_truncated BEFORE TRUNCATE ON packets FOR EACH STATEMENT EXECUTE FUNCTION custody_refuse();
CREATE TRIGGER originals_never_deleted BEFORE DELETE ON originals FOR EACH ROW EXECUTE FUNCTION custody_refuse();
CREATE TRIGGER originals_never_truncated BEFORE TRUNCATE ON originals FOR EACH STATEMENT EXECUTE FUNCTION custody_refuse();
CREATE TRIGGER custody_papers_append_only BEFORE UPDATE OR DELETE ON custody_papers FOR EACH ROW EXECUTE FUNCTION custody_refuse();
CREATE TRIGGER custody_papers_never_truncated BEFORE TRUNCATE ON custody_papers FOR EACH STATEMENT EXECUTE FUNCTION custody_refuse();
  end if;
end $adopt$;
-- Nominations and releases (ADR 82).
create table if not exists "nominations" (
  "id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
  "document_id" uuid CONSTRAINT "nominations_document_id_documents_id_fk" REFERENCES "public"."documents"("id"),
  "matter_id" uuid CONSTRAINT "nominations_matter_id_matters_id_fk" REFERENCES "public"."matters"("id"),
  "owner_id" uuid CONSTRAINT "nominations_owner_id_profiles_user_id_fk" REFERENCES "public"."profiles"("user_id"),
  "whole" boolean DEFAULT false NOT NULL,
  "instruction_id" uuid CONSTRAINT "nominations_instruction_id_documents_id_fk" REFERENCES "public"."documents"("id"),
  "how" text NOT NULL,
  "quorum" integer,
  "wait_days" integer NOT NULL,
  "access_level" text NOT NULL,
  "lasts_days" integer,
  "lasts_until" date,
  "evidence" text NOT NULL,
  "needs_agreement" boolean NOT NULL,
  "absences" jsonb NOT NULL,
  "created_at" timestamp (3) with time zone NOT NULL,
  "created_by" uuid NOT NULL CONSTRAINT "nominations_created_by_profiles_user_id_fk" REFERENCES "public"."profiles"("user_id"),
  "created_by_name" text NOT NULL,
  "updated_at" timestamp (3) with time zone NOT NULL,
  "ended_at" timestamp (3) with time zone,
  "ended_by_name" text,
  CONSTRAINT "nominations_of_one" CHECK (num_nonnulls(document_id, matter_id) = 1),
  CONSTRAINT "nominations_owner" CHECK ((matter_id is null) = (owner_id is null)),
  CONSTRAINT "nominations_wait" CHECK (wait_days between 1 and 90),
  CONSTRAINT "nominations_last" CHECK (num_nonnulls(lasts_days, lasts_until) = 1),
  CONSTRAINT "nominations_quorum" CHECK ((how = 'quorum') = (quorum is not null))
);
alter table "nominations" add column if not exists "on_behalf_of" text;
update "nominations" n set "on_behalf_of" = coalesce((select d.client_name from documents d where d.id = n.document_id), (select m.name from matters m where m.id = n.matter_id))
  where n.instruction_id is not null and n.on_behalf_of is null;
create index if not exists "nominations_newest" on "nominations" ("created_at","id");
create index if not exists "nominations_of_document" on "nominations" ("document_id") WHERE document_id is not null;
create index if not exists "nominations_of_matter" on "nominations" ("matter_id") WHERE matter_id is not null;
create index if not exists "nominations_of_owner" on "nominations" ("owner_id") WHERE owner_id is not null;
create table if not exists "nomination_documents" (
  "nomination_id" uuid NOT NULL CONSTRAINT "nomination_documents_nomination_id_nominations_id_fk" REFERENCES "public"."nominations"("id"),
  "document_id" uuid NOT NULL CONSTRAINT "nomination_documents_document_id_documents_id_fk" REFERENCES "public"."documents"("id"),
  CONSTRAINT "nomination_documents_nomination_id_document_id_pk" PRIMARY KEY("nomination_id","document_id")
);
create table if not exists "nominees" (
  "id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
  "nomination_id" uuid NOT NULL CONSTRAINT "nominees_nomination_id_nominations_id_fk" REFERENCES "public"."nominations"("id"),
  "position" integer NOT NULL,
  "email" text NOT NULL,
  "name" text NOT NULL,
  "after_days" integer NOT NULL,
  "user_id" uuid CONSTRAINT "nominees_user_id_profiles_user_id_fk" REFERENCES "public"."profiles"("user_id"),
  "accepted_at" timestamp (3) with time zone,
  "declined_at" timestamp (3) with time zone,
  "confirmed_at" timestamp (3) with time zone,
  CONSTRAINT "nominees_accepted" CHECK ((user_id is null) = (accepted_at is null))
);
create unique index if not exists "nominees_once" on "nominees" ("nomination_id","email");
create index if not exists "nominees_of_email" on "nominees" ("email") WHERE user_id is null;
create index if not exists "nominees_of_person" on "nominees" ("user_id") WHERE user_id is not null;
create table if not exists "releases" (
  "id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
  "nomination_id" uuid NOT NULL CONSTRAINT "releases_nomination_id_nominations_id_fk" REFERENCES "public"."nominations"("id"),
  "rehearsal" boolean NOT NULL,
  "begun_at" timestamp (3) with time zone NOT NULL,
  "begins" timestamp (3) with time zone,
  "ends" timestamp (3) with time zone,
  "over_at" timestamp (3) with time zone,
  "over_how" text,
  "over_by_name" text DEFAULT '' NOT NULL,
  "reason" text DEFAULT '' NOT NULL,
  CONSTRAINT "releases_over" CHECK ((over_at is null) = (over_how is null))
);
create index if not exists "releases_of_nomination" on "releases" ("nomination_id","begun_at");
create index if not exists "releases_running" on "releases" ("begun_at","id") WHERE over_at is null;
create table if not exists "askings" (
  "id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
  "release_id" uuid NOT NULL CONSTRAINT "askings_release_id_releases_id_fk" REFERENCES "public"."releases"("id"),
  "nominee_id" uuid NOT NULL CONSTRAINT "askings_nominee_id_nominees_id_fk" REFERENCES "public"."nominees"("id"),
  "asked_at" timestamp (3) with time zone NOT NULL,
  "message" text NOT NULL,
  "evidence_at" timestamp (3) with time zone,
  "agreed_at" timestamp (3) with time zone,
  "agreed_by_name" text,
  "withdrawn_at" timestamp (3) with time zone
);
create unique index if not exists "askings_once" on "askings" ("release_id","nominee_id") WHERE withdrawn_at is null;
create index if not exists "askings_of_nominee" on "askings" ("nominee_id","asked_at");
create table if not exists "asking_evidence" (
  "asking_id" uuid NOT NULL CONSTRAINT "asking_evidence_asking_id_askings_id_fk" REFERENCES "public"."askings"("id"),
  "document_id" uuid NOT NULL CONSTRAINT "asking_evidence_document_id_documents_id_fk" REFERENCES "public"."documents"("id"),
  CONSTRAINT "asking_evidence_asking_id_document_id_pk" PRIMARY KEY("asking_id","document_id")
);
create table if not exists "released_documents" (
  "asking_id" uuid NOT NULL CONSTRAINT "released_documents_asking_id_askings_id_fk" REFERENCES "public"."askings"("id"),
  "document_id" uuid NOT NULL CONSTRAINT "released_documents_document_id_documents_id_fk" REFERENCES "public"."documents"("id"),
  "user_id" uuid NOT NULL CONSTRAINT "released_documents_user_id_profiles_user_id_fk" REFERENCES "public"."profiles"("user_id"),
  "access_level" text NOT NULL,
  "begins" timestamp (3) with time zone,
  "ends" timestamp (3) with time zone,
  "over_at" timestamp (3) with time zone,
  CONSTRAINT "released_documents_asking_id_document_id_pk" PRIMARY KEY("asking_id","document_id"),
  CONSTRAINT "released_documents_times" CHECK ((begins is null) = (ends is null) and (begins is null or begins < ends))
);
create index if not exists "released_documents_of_reader" on "released_documents" ("user_id","document_id","begins","ends") WHERE over_at is null;
drop index if exists "released_documents_of_document";
create index "released_documents_of_document" on "released_documents" ("document_id");
-- Runs in which clients become matters (ADR 77).
create table if not exists "matter_runs" (
  "id" uuid PRIMARY KEY NOT NULL,
  "begun_by" uuid NOT NULL CONSTRAINT "matter_runs_begun_by_profiles_user_id_fk" REFERENCES "public"."profiles"("user_id"),
  "begun_by_name" text NOT NULL,
  "begun_at" timestamp (3) with time zone NOT NULL
);
create index if not exists "matter_runs_newest" on "matter_runs" ("begun_at","id");
alter table "matters" add column if not exists "run_id" uuid CONSTRAINT "matters_run_id_matter_runs_id_fk" REFERENCES "public"."matter_runs"("id");
create index if not exists "matters_of_run" on "matters" ("run_id","id") where run_id is not null;
-- Deaths of parties, and access that rests on a power (ADR 85).
create table if not exists "party_deaths" (
  "id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
  "party_id" uuid NOT NULL CONSTRAINT "party_deaths_party_id_parties_id_fk" REFERENCES "public"."parties"("id"),
  "died_on" date NOT NULL,
  "document_id" uuid CONSTRAINT "party_deaths_document_id_documents_id_fk" REFERENCES "public"."documents"("id"),
  "note" text DEFAULT '' NOT NULL,
  "corrects" uuid CONSTRAINT "party_deaths_corrects_party_deaths_id_fk" REFERENCES "public"."party_deaths"("id"),
  "reason" text DEFAULT '' NOT NULL,
  "never" boolean DEFAULT false NOT NULL,
  "recorded_at" timestamp (3) with time zone NOT NULL,
  "recorded_by" uuid NOT NULL CONSTRAINT "party_deaths_recorded_by_profiles_user_id_fk" REFERENCES "public"."profiles"("user_id"),
  "seen_at" timestamp (3) with time zone,
  "seen_by" uuid CONSTRAINT "party_deaths_seen_by_profiles_user_id_fk" REFERENCES "public"."profiles"("user_id")
);
create index if not exists "party_deaths_of_party" on "party_deaths" ("party_id","recorded_at");
create index if not exists "party_deaths_unseen" on "party_deaths" ("recorded_at","id") where seen_at is null;
create unique index if not exists "party_deaths_corrected_once" on "party_deaths" ("corrects") where corrects is not null;
create table if not exists "grant_powers" (
  "grant_id" uuid PRIMARY KEY NOT NULL CONSTRAINT "grant_powers_grant_id_document_access_id_fk" REFERENCES "public"."document_access"("id"),
  "document_id" uuid NOT NULL CONSTRAINT "grant_powers_document_id_documents_id_fk" REFERENCES "public"."documents"("id"),
  "party_id" uuid NOT NULL CONSTRAINT "grant_powers_party_id_parties_id_fk" REFERENCES "public"."parties"("id"),
  "set_at" timestamp (3) with time zone NOT NULL,
  "set_by" uuid NOT NULL CONSTRAINT "grant_powers_set_by_profiles_user_id_fk" REFERENCES "public"."profiles"("user_id")
);
create index if not exists "grant_powers_of_party" on "grant_powers" ("party_id");
create index if not exists "grant_powers_by_power" on "grant_powers" ("document_id");
-- Imports of matters, parties and dates (ADR 87).
create table if not exists "matter_imports" (
  "id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
  "kind" text NOT NULL,
  "file_name" text NOT NULL,
  "overwrite" boolean NOT NULL,
  "started_by" uuid NOT NULL CONSTRAINT "matter_imports_started_by_profiles_user_id_fk" REFERENCES "public"."profiles"("user_id"),
  "started_at" timestamp (3) with time zone NOT NULL,
  "ended_at" timestamp (3) with time zone,
  "failure" text
);
create table if not exists "matter_import_rows" (
  "import_id" uuid NOT NULL CONSTRAINT "matter_import_rows_import_id_matter_imports_id_fk" REFERENCES "public"."matter_imports"("id"),
  "line" integer NOT NULL,
  "cells" jsonb NOT NULL,
  "outcome" text,
  "problems" text DEFAULT '' NOT NULL,
  CONSTRAINT "matter_import_rows_import_id_line_pk" PRIMARY KEY("import_id","line")
);
create index if not exists "matter_import_rows_waiting" on "matter_import_rows" ("import_id","line") where outcome is null;
create index if not exists "matter_imports_newest" on "matter_imports" ("started_at","id");
create index if not exists "matter_imports_running" on "matter_imports" ("started_at") where ended_at is null;
create index if not exists "parties_of_acn" on "parties" ("acn") where acn <> '';
create index if not exists "parties_of_abn" on "parties" ("abn") where abn <> '';
-- Identity checks, and when they are due again (ADR 86).
create table if not exists "identity_checks" (
  "id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
  "party_id" uuid NOT NULL CONSTRAINT "identity_checks_party_id_parties_id_fk" REFERENCES "public"."parties"("id"),
  "checked_on" date NOT NULL,
  "how" text NOT NULL,
  "by" text NOT NULL,
  "reference" text DEFAULT '' NOT NULL,
  "next_on" date,
  "note" text DEFAULT '' NOT NULL,
  "recorded_at" timestamp (3) with time zone NOT NULL,
  "recorded_by" uuid NOT NULL CONSTRAINT "identity_checks_recorded_by_profiles_user_id_fk" REFERENCES "public"."profiles"("user_id"),
  "withdrawn" text DEFAULT '' NOT NULL
);
create index if not exists "identity_checks_of_party" on "identity_checks" ("party_id","recorded_at");
create table if not exists "identity_check_people" (
  "check_id" uuid NOT NULL CONSTRAINT "identity_check_people_check_id_identity_checks_id_fk" REFERENCES "public"."identity_checks"("id"),
  "user_id" uuid NOT NULL CONSTRAINT "identity_check_people_user_id_profiles_user_id_fk" REFERENCES "public"."profiles"("user_id"),
  CONSTRAINT "identity_check_people_check_id_user_id_pk" PRIMARY KEY("check_id","user_id")
);
alter table "due_dates" add column if not exists "identity_check_id" uuid CONSTRAINT "due_dates_identity_check_id_identity_checks_id_fk" REFERENCES "public"."identity_checks"("id");
alter table "due_dates" drop constraint if exists "due_dates_of_something";
alter table "due_dates" add constraint "due_dates_of_something" CHECK (num_nonnulls(matter_id, document_id, identity_check_id) > 0);
create index if not exists "due_dates_of_check" on "due_dates" ("identity_check_id") where identity_check_id is not null;
-- Stock-takes (ADR 80).
do $adopt$ begin
  if to_regclass('public.stock_takes') is null then
CREATE TABLE "stock_take_scans" (
  "id" uuid PRIMARY KEY NOT NULL,
  "stock_take_id" uuid NOT NULL,
  "packet_id" uuid,
  "code" text DEFAULT '' NOT NULL,
  "place_id" uuid,
  "outcome" text NOT NULL,
  "at" timestamp (3) with time zone NOT NULL,
  "by_id" uuid NOT NULL,
  CONSTRAINT "stock_take_scans_outcome" CHECK (outcome in ('found', 'wrong_place', 'not_expected', 'unknown', 'missing'))
);
CREATE TABLE "stock_takes" (
  "id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
  "place_ids" uuid[] NOT NULL,
  "begun_at" timestamp (3) with time zone NOT NULL,
  "begun_by" uuid NOT NULL,
  "ended_at" timestamp (3) with time zone,
  "ended_by" uuid
);
ALTER TABLE "stock_take_scans" ADD CONSTRAINT "stock_take_scans_stock_take_id_stock_takes_id_fk" FOREIGN KEY ("stock_take_id") REFERENCES "public"."stock_takes"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "stock_take_scans" ADD CONSTRAINT "stock_take_scans_packet_id_packets_id_fk" FOREIGN KEY ("packet_id") REFERENCES "public"."packets"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "stock_take_scans" ADD CONSTRAINT "stock_take_scans_place_id_places_id_fk" FOREIGN KEY ("place_id") REFERENCES "public"."places"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "stock_take_scans" ADD CONSTRAINT "stock_take_scans_by_id_profiles_user_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "stock_takes" ADD CONSTRAINT "stock_takes_begun_by_profiles_user_id_fk" FOREIGN KEY ("begun_by") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "stock_takes" ADD CONSTRAINT "stock_takes_ended_by_profiles_user_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX "stock_take_scans_once" ON "stock_take_scans" USING btree ("stock_take_id","packet_id") WHERE packet_id is not null;
CREATE INDEX "stock_take_scans_newest" ON "stock_take_scans" USING btree ("stock_take_id","at","id");
CREATE INDEX "stock_take_scans_of_packet" ON "stock_take_scans" USING btree ("packet_id") WHERE packet_id is not null;
CREATE INDEX "stock_takes_newest" ON "stock_takes" USING btree ("begun_at","id");
  end if;
end $adopt$;
-- Requests to inspect a will (ADR 88).
create table if not exists "entitled_persons" (
  "id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
  "state" text NOT NULL,
  "title" text NOT NULL,
  "act" text NOT NULL,
  "source" text NOT NULL,
  "read_on" date,
  "certainty" text NOT NULL,
  "valid_from" date,
  "valid_to" date,
  "note" text NOT NULL,
  "updated_at" timestamp (3) with time zone NOT NULL
);
create table if not exists "inspections" (
  "id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
  "form_id" uuid NOT NULL,
  "name" text NOT NULL,
  "email" text NOT NULL,
  "phone" text NOT NULL,
  "deceased" text NOT NULL,
  "died_on" date,
  "ground_id" uuid NOT NULL CONSTRAINT "inspections_ground_id_entitled_persons_id_fk" REFERENCES "public"."entitled_persons"("id"),
  "message" text NOT NULL,
  "network" text,
  "created_at" timestamp (3) with time zone NOT NULL,
  "decided_at" timestamp (3) with time zone,
  "decided_by" uuid CONSTRAINT "inspections_decided_by_profiles_user_id_fk" REFERENCES "public"."profiles"("user_id"),
  "decided_by_name" text,
  "refusal" text,
  "note" text DEFAULT '' NOT NULL,
  CONSTRAINT "inspections_form_id_unique" UNIQUE("form_id"),
  CONSTRAINT "inspections_decided" CHECK ((decided_at is null) = (decided_by_name is null))
);
create index if not exists "inspections_newest" on "inspections" ("created_at","id");
create index if not exists "inspections_open" on "inspections" ("created_at","id") WHERE decided_at is null;
create index if not exists "inspections_of_email" on "inspections" ("email","created_at");
create index if not exists "inspections_of_network" on "inspections" ("network","created_at");
create table if not exists "inspection_documents" (
  "inspection_id" uuid NOT NULL CONSTRAINT "inspection_documents_inspection_id_inspections_id_fk" REFERENCES "public"."inspections"("id"),
  "document_id" uuid NOT NULL CONSTRAINT "inspection_documents_document_id_documents_id_fk" REFERENCES "public"."documents"("id"),
  CONSTRAINT "inspection_documents_inspection_id_document_id_pk" PRIMARY KEY("inspection_id","document_id")
);
create table if not exists "inspection_evidence" (
  "inspection_id" uuid NOT NULL CONSTRAINT "inspection_evidence_inspection_id_inspections_id_fk" REFERENCES "public"."inspections"("id"),
  "document_id" uuid NOT NULL CONSTRAINT "inspection_evidence_document_id_documents_id_fk" REFERENCES "public"."documents"("id"),
  CONSTRAINT "inspection_evidence_inspection_id_document_id_pk" PRIMARY KEY("inspection_id","document_id")
);
-- Copies that can be checked (ADR 81).
alter table "documents" add column if not exists "copy" text;
create table if not exists "copies" (
  "id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
  "document_id" uuid NOT NULL CONSTRAINT "copies_document_id_documents_id_fk" REFERENCES "public"."documents"("id"),
  "source_id" uuid NOT NULL CONSTRAINT "copies_source_id_documents_id_fk" REFERENCES "public"."documents"("id"),
  "kind" text NOT NULL,
  "source_sha256" text NOT NULL,
  "code_hash" text NOT NULL,
  "pages" integer NOT NULL,
  "made_at" timestamp (3) with time zone NOT NULL,
  "made_by" uuid NOT NULL CONSTRAINT "copies_made_by_profiles_user_id_fk" REFERENCES "public"."profiles"("user_id"),
  "made_by_name" text NOT NULL,
  "checked" boolean DEFAULT true NOT NULL,
  "withdrawn_at" timestamp (3) with time zone,
  "withdrawn_by" uuid CONSTRAINT "copies_withdrawn_by_profiles_user_id_fk" REFERENCES "public"."profiles"("user_id"),
  "reason" text DEFAULT '' NOT NULL,
  CONSTRAINT "copies_not_itself" CHECK ("document_id" <> "source_id"),
  CONSTRAINT "copies_withdrawn" CHECK ((withdrawn_at is null) = (withdrawn_by is null))
);
create unique index if not exists "copies_code" on "copies" ("code_hash");
create unique index if not exists "copies_document" on "copies" ("document_id");
create index if not exists "copies_of_source" on "copies" ("source_id","made_at","id");
-- What whoever certified a copy stated (ADR 81).
alter table "copies" add column if not exists "capacity" text;
alter table "copies" add column if not exists "registration" text DEFAULT '' NOT NULL;
alter table "copies" add column if not exists "sighted_on" date;
alter table "copies" add column if not exists "original_id" uuid CONSTRAINT "copies_original_id_originals_id_fk" REFERENCES "public"."originals"("id");
alter table "copies" add column if not exists "sighting_id" uuid CONSTRAINT "copies_sighting_id_movements_id_fk" REFERENCES "public"."movements"("id");
do $$ begin
  if not exists (select from pg_constraint where conname = 'copies_certified') then
    alter table "copies" add constraint "copies_certified"
      CHECK (num_nulls(capacity, sighted_on, original_id, sighting_id) = case when kind = 'certified' then 0 else 4 end);
  end if;
end $$;
-- Versions of a document (ADR 84).
alter table "documents" add column if not exists "superseded" boolean DEFAULT false NOT NULL;
alter table "uploads" add column if not exists "version_of" uuid;
create table if not exists "document_versions" (
  "document_id" uuid PRIMARY KEY NOT NULL CONSTRAINT "document_versions_document_id_documents_id_fk" REFERENCES "public"."documents"("id"),
  "chain_id" uuid NOT NULL,
  "number" integer NOT NULL,
  "added_at" timestamp (3) with time zone NOT NULL,
  "added_by" uuid NOT NULL CONSTRAINT "document_versions_added_by_profiles_user_id_fk" REFERENCES "public"."profiles"("user_id"),
  "added_by_name" text NOT NULL
);
create unique index if not exists "document_versions_in_order" on "document_versions" ("chain_id","number");
drop index if exists "document_tallies_archived";
create index if not exists "document_tallies_not_listed" on "document_tallies" ("expires") WHERE what = 'document' and status not in ('active', 'pending');
CREATE OR REPLACE FUNCTION tally_status(status text, superseded boolean) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT status || CASE WHEN superseded THEN ' earlier' ELSE '' END
$$;
CREATE OR REPLACE FUNCTION tally_documents() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  moved uuid[];
  former jsonb;
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO tallies SELECT 'document', coalesce(expiry_date, 'infinity'), count(*), sum(file_size)
      FROM new_rows WHERE deleted_at IS NULL GROUP BY 2;
    INSERT INTO document_tallies (what, type, status, expires, n, bytes)
      SELECT 'document', type, tally_status(status, superseded), coalesce(expiry_date, 'infinity'), count(*), sum(file_size)
      FROM new_rows WHERE deleted_at IS NULL GROUP BY 2, 3, 4;
    INSERT INTO document_tallies (what, organization_id, status, expires, n, bytes)
      SELECT 'organization', organization_id, tally_status(status, superseded), coalesce(expiry_date, 'infinity'), count(*), sum(file_size)
      FROM new_rows WHERE deleted_at IS NULL AND organization_id IS NOT NULL GROUP BY 2, 3, 4;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO tallies SELECT 'document', coalesce(expiry_date, 'infinity'), -count(*), -sum(file_size)
      FROM old_rows WHERE deleted_at IS NULL GROUP BY 2;
    INSERT INTO document_tallies (what, type, status, expires, n, bytes)
      SELECT 'document', type, tally_status(status, superseded), coalesce(expiry_date, 'infinity'), -count(*), -sum(file_size)
      FROM old_rows WHERE deleted_at IS NULL GROUP BY 2, 3, 4;
    INSERT INTO document_tallies (what, organization_id, status, expires, n, bytes)
      SELECT 'organization', organization_id, tally_status(status, superseded), coalesce(expiry_date, 'infinity'), -count(*), -sum(file_size)
      FROM old_rows WHERE deleted_at IS NULL AND organization_id IS NOT NULL GROUP BY 2, 3, 4;
  ELSE
    INSERT INTO tallies SELECT 'document', day, sum(n), sum(bytes) FROM (
        SELECT coalesce(expiry_date, 'infinity') AS day, 1 AS n, file_size AS bytes FROM new_rows WHERE deleted_at IS NULL
        UNION ALL
        SELECT coalesce(expiry_date, 'infinity'), -1, -file_size FROM old_rows WHERE deleted_at IS NULL
      ) changes GROUP BY day HAVING sum(n) <> 0 OR sum(bytes) <> 0;
    INSERT INTO document_tallies (what, type, status, expires, n, bytes)
      SELECT 'document', type, status, expires, sum(n), sum(bytes) FROM (
        SELECT type, tally_status(status, superseded) AS status, coalesce(expiry_date, 'infinity') AS expires, 1 AS n, file_size AS bytes FROM new_rows WHERE deleted_at IS NULL
        UNION ALL
        SELECT type, tally_status(status, superseded), coalesce(expiry_date, 'infinity'), -1, -file_size FROM old_rows WHERE deleted_at IS NULL
      ) changes GROUP BY type, status, expires HAVING sum(n) <> 0 OR sum(bytes) <> 0;
    INSERT INTO document_tallies (what, organization_id, status, expires, n, bytes)
      SELECT 'organization', organization_id, status, expires, sum(n), sum(bytes) FROM (
        SELECT organization_id, tally_status(status, superseded) AS status, coalesce(expiry_date, 'infinity') AS expires, 1 AS n, file_size AS bytes FROM new_rows
          WHERE deleted_at IS NULL AND organization_id IS NOT NULL
        UNION ALL
        SELECT organization_id, tally_status(status, superseded), coalesce(expiry_date, 'infinity'), -1, -file_size FROM old_rows
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
CREATE OR REPLACE FUNCTION settle_versions(chain uuid) RETURNS void LANGUAGE sql AS $$
  UPDATE documents d SET superseded = settled.superseded FROM (
    SELECT v.document_id AS id, EXISTS (SELECT FROM document_versions l JOIN documents n ON n.id = l.document_id
      WHERE l.chain_id = chain AND l.number > v.number AND n.deleted_at IS NULL) AS superseded
    FROM document_versions v WHERE v.chain_id = chain
  ) settled WHERE d.id = settled.id AND d.superseded <> settled.superseded
$$;
CREATE OR REPLACE FUNCTION documents_settle_versions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM settle_versions(chain_id) FROM document_versions WHERE document_id = NEW.id;
  RETURN NULL;
END
$$;
DROP TRIGGER IF EXISTS documents_settle_versions ON documents;
CREATE TRIGGER documents_settle_versions AFTER UPDATE OF deleted_at ON documents FOR EACH ROW
  WHEN ((NEW.deleted_at IS NULL) <> (OLD.deleted_at IS NULL)) EXECUTE FUNCTION documents_settle_versions();
CREATE OR REPLACE FUNCTION document_versions_settle() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM settle_versions(NEW.chain_id);
  ELSE
    UPDATE documents SET superseded = false WHERE id = OLD.document_id AND superseded;
    PERFORM settle_versions(OLD.chain_id);
  END IF;
  RETURN NULL;
END
$$;
DROP TRIGGER IF EXISTS document_versions_settle ON document_versions;
CREATE TRIGGER document_versions_settle AFTER INSERT OR DELETE ON document_versions FOR EACH ROW
  EXECUTE FUNCTION document_versions_settle();
CREATE OR REPLACE FUNCTION matter_shares_awaiting(document uuid) RETURNS SETOF matter_shares LANGUAGE sql STABLE AS $$
  SELECT s.* FROM documents d JOIN matter_shares s ON s.matter_id = d.matter_id
  WHERE d.id = document AND NOT d.superseded AND s.later AND s.ended_at IS NULL AND d.owner_email <> s.user_email
    AND (EXISTS (SELECT FROM profiles p WHERE p.email = s.user_email AND p.closed_at IS NULL)
      OR EXISTS (SELECT FROM invitations i WHERE i.email = s.user_email AND i.status = 'open'))
$$;

-- Grants of one status, the newest first, are found in their index.
drop index if exists document_access_newest;
create index if not exists document_access_by_time
  on document_access (granted_at, id, document_id, status, expires_at, auto_revoke_date);

-- A decided request to inspect says what was given and until when.
alter table inspections add column if not exists access_level text;
alter table inspections add column if not exists expires_on date;
