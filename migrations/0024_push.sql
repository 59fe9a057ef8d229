-- Push notifications: the devices that the apps tell of, what staff send to them, and what became of it on each.

create table push_devices (
  id bigint generated always as identity primary key,
  source text not null,
  external_id text not null,
  -- Null while nobody is signed in on it.
  customer_id bigint references customers (id),
  platform text not null check (platform in ('android', 'ios', 'web')),
  token text not null,
  -- Of two tellings of one device, and of one token, the later stands.
  told_at timestamptz not null,
  -- It takes no more pushes: the app told so, its token came up on another device, or the push service knows it no more.
  removed_at timestamptz,
  removed_why text check (removed_why in ('told', 'moved', 'unregistered')),
  unique (source, external_id),
  check ((removed_at is null) = (removed_why is null))
);
create unique index push_devices_token on push_devices (token) where removed_at is null;
create index push_devices_of_customer on push_devices (customer_id) where removed_at is null;

-- Whoever asked to be forgotten gets no more pushes; a customer who turned out to be another has their devices there.
create function devices_follow_customer() returns trigger language plpgsql as $$
begin
  if new.erased_at is not null then
    delete from push_devices where customer_id = new.id;
  elsif new.merged_into is not null then
    update push_devices set customer_id = new.merged_into where customer_id = new.id;
  end if;
  return null;
end $$;
create trigger customers_devices after update of erased_at, merged_into on customers
  for each row execute function devices_follow_customer();

create table push_notifications (
  id integer generated always as identity primary key,
  -- Its link and the purchases that follow from it carry the code.
  code text not null,
  title text not null,
  body text not null,
  link text not null default '',
  image text not null default '',
  -- What it is for; customers do not see it.
  name text not null default '',
  audience text not null check (audience in ('TEST-USER', 'ALL-USERS', 'SUBSCRIBED-USERS', 'UNSUBSCRIBED-USERS')),
  email text not null default '',
  is_scheduled boolean not null,
  send_at timestamptz not null,
  created_at timestamptz not null,
  created_by text not null,
  state text not null check (state in ('scheduled', 'sending', 'sent', 'cancelled', 'missed')),
  claimed_at timestamptz,
  -- The audience's devices are listed in the order of their ids: up to here, and whether that is all.
  listed_to bigint not null default 0,
  is_listed boolean not null default false,
  -- When a server last worked on it, and before when none should, as the push service asked.
  touched_at timestamptz,
  not_before timestamptz,
  devices integer not null default 0,
  accepted integer not null default 0,
  gone integer not null default 0,
  failed integer not null default 0,
  finished_at timestamptz,
  version integer not null default 1,
  words text not null generated always as (lower(title || ' ' || body || ' ' || name || ' ' || code)) stored,
  check ((state = 'sent') = (finished_at is not null)),
  check (accepted + gone + failed <= devices)
);
create unique index push_notifications_code on push_notifications (upper(code));
create index push_notifications_newest on push_notifications (send_at desc, id desc);
create index push_notifications_words on push_notifications using gin (words gin_trgm_ops);
create index push_notifications_to_do on push_notifications (send_at) where state in ('scheduled', 'sending');

-- One notification on one device. A device may be gone when its turn comes, or be forgotten later: nothing refers to it.
create table push_deliveries (
  -- Stands in the link, so that a device's clicks count once; nobody can guess it.
  id uuid primary key default gen_random_uuid(),
  notification_id integer not null references push_notifications (id),
  device_id bigint not null,
  state text not null default 'open' check (state in ('open', 'accepted', 'gone', 'failed')),
  -- When it is tried; of one that a server tries just now: when another takes it over.
  due_at timestamptz,
  -- The try that may say what became of it.
  claim uuid,
  attempts smallint not null default 0,
  reason text,
  clicked_at timestamptz,
  unique (notification_id, device_id),
  check ((due_at is not null) = (state = 'open'))
);
create index push_deliveries_open on push_deliveries (notification_id, due_at) where state = 'open';

-- Beside the notifications, which are written while they are sent.
create table push_clicks (
  notification_id integer primary key references push_notifications (id),
  clicks integer not null
) with (fillfactor = 50);

-- How many purchases carry a code, beside what they brought (0021_referral_links.sql).
alter table referral_sums alter column tickets set default 0, alter column kobo set default 0,
  add column purchases bigint not null default 0;
-- With the lines, of which each purchase has some: sums are taken up by all that tell of trade in the same order.
create function count_referred_purchases() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
begin
  insert into referral_sums as s (code, purchases)
  select upper(p.referral_code), count(distinct p.id)
  from added l join purchases p on p.id = l.purchase_id where p.referral_code <> ''
  group by 1 order by 1
  on conflict (code) do update set purchases = s.purchases + excluded.purchases;
  return null;
end $$;
create trigger purchase_lines_referred_to after insert on purchase_lines referencing new table as added
  for each statement execute function count_referred_purchases();
insert into referral_sums as s (code, purchases)
select upper(referral_code), count(*) from purchases where referral_code <> '' group by 1
on conflict (code) do update set purchases = excluded.purchases;

-- Pushes that the embedded service kept instead of sending them: a device shows a message once, however often it arrives.
create table push_outbox (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  token text not null,
  message_id text not null,
  title text not null,
  body text not null,
  link text,
  image text,
  state text not null check (state in ('shown', 'throttled')),
  unique (token, message_id)
);
