/** People who are measured; everybody else is a guest or a trustee with a number. */
export const people = [
  'admin',
  'trustee',
  'unconfirmed',
  'organisationAdmin',
  'largeOrganisationAdmin',
  'requestor',
  'guest',
] as const
export type Person = (typeof people)[number]
export const emailOf = (person: string) => `${person.toLowerCase()}@practice.example`
export const largeOrganisation = '00000000-0000-4000-8000-000000000010'
export const smallOrganisation = '00000000-0000-4000-8000-000000000200'

/** The client of a fiftieth of the documents. */
export const largeClient = 'Perpetual Estates'

/** Number of documents each of the requestor, the guest, the unconfirmed trustee and the small organisation, at every size. */
const THEIRS = 200
const year = "interval '365 days'"
const id = (person: Person) => `(select user_id from profiles where email = '${emailOf(person)}')`

/**
 * Returns a practice of `n` documents as SQL: ten grants on each (seven active, two expired, one revoked), to as many guests as a hundredth
 * of the documents or 400, requests on each 200th document, and three events for each document (one upload, two readings). A tenth of the
 * documents is of one organisation, a tenth has the client 'Harbour…', five have 'Wattlebird' in their title. No end is so near that
 * notices would go out while somebody measures.
 */
export const practice = (n: number, keyId: string) => `
insert into organizations (id, name, city, state, created_at) values
  ('${largeOrganisation}', 'Large Practice', 'Sydney', 'NSW', now() - ${year}),
  ('${smallOrganisation}', 'Small Practice', 'Hobart', 'TAS', now() - ${year});
insert into organizations (name, city, created_at)
select 'Practice ' || n, 'Perth', now() - n * interval '1 hour' from generate_series(1, 10 + ${n} / 5000) n;
insert into profiles (email, email_verified, name, first_name, last_name, role, confirmed_at, organization_id, access_expires_at,
  factor_grace_from, created_at, updated_at)
select email, true, initcap(name), initcap(name), 'Person', role, case when name <> 'unconfirmed' then now() end, organization_id::uuid,
  case role when 'guest' then now() + ${year} end, now() + ${year}, now() - ${year}, now()
from (values
  ('admin', '${emailOf('admin')}', 'admin', null),
  ('trustee', '${emailOf('trustee')}', 'trustee', null),
  ('unconfirmed', '${emailOf('unconfirmed')}', 'trustee', null),
  ('organisation', '${emailOf('organisationAdmin')}', 'b2b_admin', '${smallOrganisation}'),
  ('large', '${emailOf('largeOrganisationAdmin')}', 'b2b_admin', '${largeOrganisation}'),
  ('requestor', '${emailOf('requestor')}', 'requestor', null),
  ('guest', '${emailOf('guest')}', 'guest', null)) p (name, email, role, organization_id);
insert into profiles (email, email_verified, name, first_name, last_name, role, access_expires_at, last_signed_in_at, created_at, updated_at)
select 'guest' || n || '@mail' || n % 7 || '.example', true, 'Guest ' || n, 'Guest', n::text, 'guest', now() + ${year},
  now() - n % 400 * interval '1 day', now() - n * interval '1 hour', now()
from generate_series(1, greatest(400, ${n} / 100)) n;
insert into profiles (email, email_verified, name, first_name, last_name, role, confirmed_at, created_at, updated_at)
select 'trustee' || n || '@practice.example', true, 'Trustee ' || n, 'Trustee', n::text, 'trustee', now(), now() - n * ${year}, now()
from generate_series(1, 39) n;

create temp table owner as
  select row_number() over (order by email) - 1 as no, user_id, name, email from profiles where role = 'trustee' and confirmed_at is not null;
create temp table reader as
  select row_number() over (order by email) - 1 as no, user_id, name, email from profiles where role = 'guest' and email <> '${emailOf('guest')}';
create temp table organization as
  select row_number() over (order by name) - 1 as no, id from organizations where id not in ('${largeOrganisation}', '${smallOrganisation}');
-- Numbered from the oldest, with a hash to spread what they are; the 200 of a person are spread evenly.
create temp table numbered as
  select n, hashint4(n) & 2147483647 as h, gen_random_uuid() as id, date_trunc('milliseconds', now() - (${n} - n + 1) * (5 * ${year} / ${n})) as at,
    (n % greatest(${n} / ${THEIRS}, 1)) as place, case when n % 101 = 3 then now() - n % 20 * interval '1 day' end as deleted_at
  from generate_series(1, ${n}) n;

insert into documents (id, title, kind, type, status, created_at, expiry_date, file_name, file_path, file_size, file_type, sha256,
  owner_id, owner_name, owner_email, organization_id, client_name, wrapped_key, master_key_id, deleted_at, deleted_by, kept_until)
select d.id, (array['Deed of the', 'Will and wishes of the', 'Variation for the', 'Resolution of the'])[1 + h / 100 % 4] || ' '
    || (array['Nguyen', 'Smith', 'O''Brien', 'Papadopoulos', 'Jones', 'Kelly', 'Rossi', 'Williams', 'Chen', 'Murray', 'Wilson'])[1 + h / 400 % 11]
    || case when n % (${n} / 5) = 7 then ' Wattlebird' else '' end || ' family trust no. ' || n,
  case when h / 7 % 3 > 0 then (array['trust_deed', 'variation', null])[1 + h / 43 % 3]
    when h % 997 = 6 then 'death_certificate' else (array['will', 'minutes'])[1 + h / 43 % 2] end,
  case when h / 7 % 3 = 0 then 'other' else 'trust_deed' end,
  case when h / 11 % 20 = 5 then 'archived' when h / 13 % 50 = 6 then 'pending' else 'active' end, d.at,
  case when h / 17 % 3 = 1 then current_date + case when h / 19 % 7 = 0 then -40 - h / 23 % 300 else 65 + h / 29 % 1400 end end,
  'scan-' || n || '.pdf', coalesce(u.user_id, o.user_id) || '/' || n || '.pdf', 20000 + h / 31 % 9000000, 'application/pdf',
  md5(n::text) || md5('b' || n), coalesce(u.user_id, o.user_id), coalesce(u.name, o.name), coalesce(u.email, o.email),
  case when place = 2 and n / greatest(${n} / ${THEIRS}, 1) < ${THEIRS} then '${smallOrganisation}'::uuid when h % 10 = 4 then '${largeOrganisation}'
    when h / 37 % 3 = 0 then b.id end,
  case when h / 10 % 10 = 7 then 'Harbour' else 'Client' end || ' ' || h / 41 % greatest(700, ${n} / 20), '\\x00', '${keyId}',
  deleted_at, case when deleted_at is not null then o.user_id end, deleted_at + interval '90 days'
from numbered d join owner o on o.no = n % 40 join organization b on b.no = n % (select count(*) from organization)
left join profiles u on u.email = case when ${n} > 4000 or n % 2 = 0 then case place when 3 then '${emailOf('unconfirmed')}' end end;

insert into document_access (document_id, user_id, user_email, user_name, access_level, granted_by, granted_by_name, granted_at,
  expires_at, auto_revoke_date, status)
select d.id, r.user_id, r.email, r.name, case when each = 4 then 'view' else 'download' end, o.user_id, o.name, granted_at,
  case when status = 'expired' then granted_at + interval '20 days' when each < 4 then now() + (65 + (n + each * 37) % 500) * interval '1 day' end,
  greatest(granted_at, now()) + (400 + (n + each) % 139) * interval '1 day', status
from numbered d join owner o on o.no = n % 40 cross join generate_series(1, 10) each
join reader r on r.no = (n::bigint * 7 + each * 131) % (select count(*) from reader),
lateral (select case when deleted_at is not null or each = 10 then 'revoked' when each > 7 then 'expired' else 'active' end as status) s,
lateral (select date_trunc('milliseconds', least(now() - interval '1 hour', greatest(d.at, now() - ((n * 13 + each * 97) % 700) * interval '1 day'
  - ((n * 31 + each) % 86400) * interval '1 second') - case when status = 'expired' then interval '22 days' else interval '0' end)) as granted_at) g;
insert into document_access (document_id, user_id, user_email, user_name, granted_by, granted_by_name, granted_at, expires_at, status)
select d.id, p.user_id, p.email, p.name, ${id('trustee')}, 'Trustee', now() - interval '30 days',
  case when ended and n % 2 = 0 then now() - interval '9 days' else now() + ${year} end,
  case when not ended then 'active' when n % 2 = 0 then 'expired' else 'revoked' end
from numbered d join profiles p on p.email in ('${emailOf('requestor')}', '${emailOf('guest')}'),
lateral (select n / greatest(${n} / ${THEIRS}, 1) % 6 = 5 as ended) e
where deleted_at is null and place = case p.role when 'guest' then 1 else 4 end;

insert into access_requests (document_id, document_name, requester_id, requester_email, requester_name, created_at, organization_id,
  status, reviewed_at, reviewed_by, reviewed_by_name)
select d.id, title, r.user_id, r.email, r.name, now() - n % 500 * interval '1 hour' - interval '1 day', organization_id,
  s.status, case when decided then now() end, case when decided then ${id('trustee')} end, case when decided then 'Trustee' end
from (select d.*, n from documents d join numbered using (id) where n % 200 = 0) d join reader r on r.no = n % 400,
lateral (select (array['pending', 'approved', 'denied', 'pending', 'withdrawn'])[1 + n / 200 % 5] as status) s,
lateral (select s.status in ('approved', 'denied') as decided) x;

insert into audit_events (at, event, actor_id, actor_email, actor_name, document_id, subject_email, details, ip)
select at, event, p.user_id, p.email, p.name, id, case when event = 'document_uploaded' then null else p.email end,
  jsonb_build_object('title', n), '203.0.113.' || n % 250
from (
  select n, id, at, 'document_uploaded' as event from numbered
  union all
  select n, id, greatest(at, now() - (n * 17 + each * 331) % 400 * interval '1 day' - n % 86400 * interval '1 second'),
    case when (n + each) % 3 = 0 then 'document_downloaded' else 'document_viewed' end
  from numbered cross join generate_series(1, 2) each
) e join reader p on p.no = n % 400
order by at;`

/** Gives a fiftieth of the documents one client; not those of Harbour, which are counted on to be a tenth. */
export const withLargeClient = `
set session_replication_role = replica;
update documents set client_name = '${largeClient}' where client_name like 'Client %' and uuid_hash_extended(id, 1) & 63 = 0;
insert into clients (key) values (deedbox_fold('${largeClient}')) on conflict do nothing;
set session_replication_role = default`
