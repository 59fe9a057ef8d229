-- Links by which people of the movies' casts send customers to the shop. A code is never given twice, also after its link
-- was deleted: purchases carry it.
create table referral_links (
  id integer generated always as identity primary key,
  name text not null,
  movie_id text not null references movies (id),
  code text not null,
  -- Of a shortener; null for this server's own, which follows its address.
  short_link text,
  long_link text not null,
  created_at timestamptz not null,
  created_by text not null,
  deleted_at timestamptz,
  version integer not null default 1,
  words text not null generated always as (lower(name || ' ' || code || ' ' || coalesce(short_link, ''))) stored
);
create unique index referral_links_code on referral_links (upper(code));
create index referral_links_newest on referral_links (created_at desc, id desc) where deleted_at is null;
create index referral_links_by_name on referral_links (name collate "und-x-icu", id) where deleted_at is null;
create index referral_links_words on referral_links using gin (words gin_trgm_ops) where deleted_at is null;

-- Beside the links: a click neither waits for somebody who edits one, nor makes their save stale.
create table referral_clicks (
  link_id integer primary key references referral_links (id),
  clicks bigint not null
) with (fillfactor = 50);

-- What was bought with each code, refunds taken off, whether there is a link with it or not yet. Kept by the statements
-- that tell of trade, in their transactions.
create table referral_sums (
  code text primary key,
  tickets bigint not null,
  kobo bigint not null
);

-- Rows are taken in the order of their key, and by the index of what grows (0010_counting_plans.sql).
create function sum_referred_lines() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
begin
  insert into referral_sums as s (code, tickets, kobo)
  select upper(p.referral_code), coalesce(sum(l.quantity) filter (where l.kind = 'ticket'), 0), sum(l.kobo)
  from added l join purchases p on p.id = l.purchase_id where p.referral_code <> ''
  group by 1 order by 1
  on conflict (code) do update set tickets = s.tickets + excluded.tickets, kobo = s.kobo + excluded.kobo;
  return null;
end $$;
create trigger purchase_lines_referred after insert on purchase_lines referencing new table as added
  for each statement execute function sum_referred_lines();

create function sum_referred_refunds() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
begin
  insert into referral_sums as s (code, tickets, kobo)
  select upper(p.referral_code), -coalesce(sum(l.quantity) filter (where l.kind = 'ticket'), 0), -sum(l.kobo)
  from added l join refunds r on r.id = l.refund_id join purchases p on p.id = r.purchase_id
  where p.referral_code <> ''
  group by 1 order by 1
  on conflict (code) do update set tickets = s.tickets + excluded.tickets, kobo = s.kobo + excluded.kobo;
  return null;
end $$;
create trigger refund_lines_referred after insert on refund_lines referencing new table as added
  for each statement execute function sum_referred_refunds();

insert into referral_sums (code, tickets, kobo)
select code, sum(tickets), sum(kobo) from (
  select upper(p.referral_code) as code, case when l.kind = 'ticket' then l.quantity else 0 end as tickets, l.kobo
  from purchase_lines l join purchases p on p.id = l.purchase_id where p.referral_code <> ''
  union all
  select upper(p.referral_code), case when l.kind = 'ticket' then -l.quantity else 0 end, -l.kobo
  from refund_lines l join refunds r on r.id = l.refund_id join purchases p on p.id = r.purchase_id
  where p.referral_code <> ''
) x group by code;
