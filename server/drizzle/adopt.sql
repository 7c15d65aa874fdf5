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
