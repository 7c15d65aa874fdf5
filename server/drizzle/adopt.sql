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
