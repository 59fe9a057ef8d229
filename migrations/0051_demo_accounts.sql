-- The demo's accounts have a published password: they are closed while the demo is off, whoever changed it since.
alter table admins
  add column is_demo boolean not null default false,
  add column closed_at timestamptz;

-- Of a database that had the demo: by the demo's addresses, and those whose address was changed by having been made with them.
with demo as (
  select created_at from admins
  where lower(email) in ('superadmin@marquee.example', 'admin@marquee.example', 'bounces@bounce.example', 'editor@marquee.example')
)
update admins set is_demo = true
where exists (select from settings where key in ('demo:session', 'demo:admins'))
  and (lower(email) like '%@marquee.example' or lower(email) = 'bounces@bounce.example'
       or created_at in (select created_at from demo));

-- A mail's page is opened by a link, which carries no session: its address is one that nobody guesses.
alter table outbox add column key uuid not null default gen_random_uuid();
create unique index outbox_key on outbox (key);
