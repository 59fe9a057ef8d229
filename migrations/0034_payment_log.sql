-- The payment log, refunds and reconciliation (operations 2, 3, 7: Logs).

-- What was paid, or tried to be, under one reference, whoever told of it: the provider (payment_logs), the shop by its
-- purchases, or both. Kept by triggers of the two alone. Refunds lock this row to stay within what was paid.
create table payment_entries (
  id bigint generated always as identity primary key,
  reference text not null unique,
  -- When it was first told of.
  at timestamptz not null,
  customer_id bigint references customers (id),
  -- The customer is listed; follows them.
  is_customer boolean not null,
  name text not null default '',
  email text not null default '',
  -- Null: a program told of it, the provider was not asked yet. 'counter': taken by staff, the provider has nothing of it.
  provider text,
  provider_id text,
  -- What the provider says that it charged; what the purchases add up to.
  charged_kobo bigint check (charged_kobo >= 0),
  sold_kobo bigint not null default 0 check (sold_kobo >= 0),
  kobo bigint not null generated always as (coalesce(charged_kobo, sold_kobo)) stored,
  -- The log's word for it; what its purchases hold says more.
  purchase_type text not null default '',
  status text not null check (status in ('needs_customer', 'succeeded', 'failed')),
  -- Refunds of ours that did not fail, those under way too.
  refunding_kobo bigint not null default 0 check (refunding_kobo >= 0),
  -- The programs' ids of what was bought with it.
  bookings text not null default '',
  -- What a search looks in.
  words text not null generated always as (lower(reference || ' ' || email || ' ' || name || ' ' || bookings)) stored
);

-- How many there are, by the day (of UTC: nobody is shown it) and by whether they are customers'.
create table payment_entry_days (
  day date not null,
  is_customer boolean not null,
  count bigint not null,
  primary key (day, is_customer)
);

create function count_payment_entries() returns trigger language plpgsql as $$
begin
  insert into payment_entry_days as d (day, is_customer, count)
  select (at at time zone 'UTC')::date, is_customer, count(*) from added group by 1, 2 order by 1, 2
  on conflict (day, is_customer) do update set count = d.count + excluded.count;
  return null;
end $$;
create trigger payment_entries_counted after insert on payment_entries referencing new table as added
  for each statement execute function count_payment_entries();

create function recount_payment_entry() returns trigger language plpgsql as $$
begin
  insert into payment_entry_days as d (day, is_customer, count)
  select (new.at at time zone 'UTC')::date, x.is_customer, x.count
  from (values (false, case when new.is_customer then -1 else 1 end), (true, case when new.is_customer then 1 else -1 end))
    x(is_customer, count)
  on conflict (day, is_customer) do update set count = d.count + excluded.count;
  return null;
end $$;
create trigger payment_entries_recounted after update on payment_entries for each row
  when (old.is_customer <> new.is_customer) execute function recount_payment_entry();

-- A program told of purchases. Rows are taken in the order of their references, so that two batches wait for each other in
-- one direction alone.
create function note_sold() returns trigger language plpgsql as $$
begin
  insert into payment_entries as e
    (reference, at, customer_id, is_customer, name, email, provider, sold_kobo, status, bookings)
  select p.payment_reference, min(p.at), max(p.customer_id), coalesce(bool_or(c.is_listed), false),
    coalesce(max(nullif(p.buyer_name, '')), max(trim(c.first_name || ' ' || c.last_name)), ''),
    coalesce(max(nullif(p.buyer_email, '')), max(c.email), ''),
    case when bool_and(p.source = 'marquee') then 'counter' end, sum(p.kobo), 'succeeded',
    string_agg(p.external_id, ' ' order by p.external_id)
  from added p
  left join lateral (
    select first_name, last_name, email, is_listed from customers where id = p.customer_id offset 0
  ) c on true
  where p.payment_reference <> ''
  group by p.payment_reference order by p.payment_reference
  on conflict (reference) do update set
    sold_kobo = e.sold_kobo + excluded.sold_kobo,
    customer_id = coalesce(e.customer_id, excluded.customer_id),
    is_customer = case when e.customer_id is null then excluded.is_customer else e.is_customer end,
    name = coalesce(nullif(e.name, ''), excluded.name),
    email = coalesce(nullif(e.email, ''), excluded.email),
    bookings = trim(e.bookings || ' ' || excluded.bookings),
    status = case e.status when 'needs_customer' then 'succeeded' else e.status end;
  return null;
end $$;
create trigger purchases_paid after insert on purchases referencing new table as added
  for each statement execute function note_sold();

-- The provider told of a charge: a success stands, else the latest word does.
create function note_charged() returns trigger language plpgsql as $$
begin
  insert into payment_entries as e
    (reference, at, customer_id, is_customer, name, email, provider, provider_id, charged_kobo, purchase_type, status)
  select new.reference, new.at, new.customer_id, coalesce(c.is_listed, false),
    coalesce(trim(c.first_name || ' ' || c.last_name), ''), coalesce(nullif(new.email, ''), c.email, ''),
    new.provider, new.provider_id, new.kobo, new.purchase_type, new.status
  from (select) one left join customers c on c.id = new.customer_id
  on conflict (reference) do update set
    customer_id = coalesce(e.customer_id, excluded.customer_id),
    is_customer = case when e.customer_id is null then excluded.is_customer else e.is_customer end,
    name = coalesce(nullif(e.name, ''), excluded.name),
    email = coalesce(nullif(e.email, ''), excluded.email),
    provider = excluded.provider,
    provider_id = coalesce(excluded.provider_id, e.provider_id),
    charged_kobo = excluded.charged_kobo,
    purchase_type = excluded.purchase_type,
    status = excluded.status
  where excluded.status = 'succeeded' or e.status <> 'succeeded';
  return null;
end $$;
create trigger payment_logs_charged after insert on payment_logs for each row
  when (new.reference <> '' and new.status <> 'refunded') execute function note_charged();

-- A person registers, is erased, or turns out to be another.
create function note_listed() returns trigger language plpgsql as $$
begin
  update payment_entries set is_customer = new.is_listed where customer_id = new.id and is_customer <> new.is_listed;
  return null;
end $$;
create trigger customers_of_payments after update on customers for each row
  when (old.is_listed is distinct from new.is_listed) execute function note_listed();

-- As in 0010_counting_plans.sql.
do $$
declare f text;
begin
  foreach f in array array['note_sold()', 'note_charged()', 'note_listed()'] loop
    execute format('alter function %s set enable_seqscan = off', f);
    execute format('alter function %s set enable_hashjoin = off', f);
    execute format('alter function %s set enable_mergejoin = off', f);
    execute format('alter function %s set jit = off', f);
  end loop;
end $$;

-- What was told before.
insert into payment_entries (reference, at, customer_id, is_customer, name, email, provider, sold_kobo, status, bookings)
select p.payment_reference, min(p.at), max(p.customer_id), coalesce(bool_or(c.is_listed), false),
  coalesce(max(nullif(p.buyer_name, '')), max(trim(c.first_name || ' ' || c.last_name)), ''),
  coalesce(max(nullif(p.buyer_email, '')), max(c.email), ''),
  case when bool_and(p.source = 'marquee') then 'counter' end, sum(p.kobo), 'succeeded',
  string_agg(p.external_id, ' ' order by p.external_id)
from purchases p left join customers c on c.id = p.customer_id
where p.payment_reference <> ''
group by p.payment_reference;
insert into payment_entries as e
  (reference, at, customer_id, is_customer, name, email, provider, provider_id, charged_kobo, purchase_type, status)
select distinct on (l.reference) l.reference, l.at, l.customer_id, coalesce(c.is_listed, false),
  coalesce(trim(c.first_name || ' ' || c.last_name), ''), coalesce(nullif(l.email, ''), c.email, ''),
  l.provider, l.provider_id, l.kobo, l.purchase_type, l.status
from payment_logs l left join customers c on c.id = l.customer_id
where l.reference <> '' and l.status <> 'refunded'
order by l.reference, l.status = 'succeeded' desc, l.id desc
on conflict (reference) do update set
  provider = excluded.provider, provider_id = excluded.provider_id, charged_kobo = excluded.charged_kobo,
  purchase_type = excluded.purchase_type, status = excluded.status;

create index payment_entries_newest on payment_entries (at desc, id desc);
create index payment_entries_of_customers on payment_entries (at desc, id desc) where is_customer;
create index payment_entries_of_guests on payment_entries (at desc, id desc) where not is_customer;
create index payment_entries_of_customer on payment_entries (customer_id) where customer_id is not null;
create index payment_entries_words on payment_entries using gin (words gin_trgm_ops);
create index purchases_of_payment on purchases (payment_reference) where payment_reference is not null;
create index payment_logs_of_reference on payment_logs (reference);

-- One giving back each. It is here before the provider is asked for it, so that none can be lost or asked for twice.
create table payment_refunds (
  id bigint generated always as identity primary key,
  -- The provider is told it with the refund, and finds the refund by it.
  reference text not null unique,
  entry_id bigint not null references payment_entries (id),
  kind text not null check (kind in ('full', 'lines', 'amount')),
  kobo bigint not null check (kobo > 0),
  reason text not null,
  state text not null default 'asked' check (state in ('asked', 'succeeded', 'failed')),
  provider text not null,
  -- The provider's id of the charge, and of the refund where it told.
  charge_id text not null,
  provider_id text,
  -- In words for staff.
  message text not null default '',
  created_at timestamptz not null,
  created_by text not null,
  -- The Idempotency-Key of the click.
  request_key text,
  settled_at timestamptz,
  -- When the figures followed: they cannot before the purchase is told.
  booked_at timestamptz,
  -- When the provider is asked next what became of it, and how often it was.
  ask_at timestamptz,
  asked integer not null default 0,
  check ((settled_at is not null) = (state in ('succeeded', 'failed'))),
  check (booked_at is null or state = 'succeeded')
);
create unique index payment_refunds_of_request on payment_refunds (entry_id, request_key) where request_key is not null;
create index payment_refunds_of_entry on payment_refunds (entry_id, id);
create index payment_refunds_to_ask on payment_refunds (ask_at) where state = 'asked';
create index payment_refunds_to_book on payment_refunds (id) where state = 'succeeded' and booked_at is null;

-- What of what was bought is given back. Money alone has no quantity.
create table payment_refund_lines (
  refund_id bigint not null references payment_refunds (id),
  purchase_id bigint not null,
  n smallint not null,
  quantity integer not null check (quantity >= 0),
  kobo bigint not null check (kobo >= 0),
  primary key (refund_id, purchase_id, n),
  foreign key (purchase_id, n) references purchase_lines (purchase_id, n)
);
create index payment_refund_lines_of_line on payment_refund_lines (purchase_id, n);

-- The refunds of the trade (0008_trade.sql) by which the figures follow ours. told_*: how a program told of the same one,
-- which then does not count again.
create table payment_refund_trade (
  payment_refund_id bigint not null references payment_refunds (id),
  refund_id bigint primary key references refunds (id),
  told_source text,
  told_id text,
  unique (told_source, told_id),
  check ((told_source is null) = (told_id is null))
);
create index payment_refund_trade_of_ours on payment_refund_trade (payment_refund_id);

-- All refunds that did not fail are at most what was paid: whoever adds one waits here for those before.
create function hold_refund() returns trigger language plpgsql as $$
declare more bigint := case when new.state = 'failed' then 0 else new.kobo end;
begin
  if tg_op = 'UPDATE' then more := more - case when old.state = 'failed' then 0 else old.kobo end; end if;
  if more = 0 then return null; end if;
  update payment_entries set refunding_kobo = refunding_kobo + more
  where id = new.entry_id and (more < 0 or status = 'succeeded' and refunding_kobo + more <= kobo);
  if not found then
    raise exception 'a refund is more than what is left of its payment'
      using errcode = 'check_violation', constraint = 'payment_refunds_within_paid';
  end if;
  return null;
end $$;
create trigger payment_refunds_held after insert or update of state, kobo on payment_refunds
  for each row execute function hold_refund();

-- What the embedded payments paid back.
create table payments_embedded_refunds (
  id bigint generated always as identity primary key,
  charge_id bigint not null references payments_embedded (id),
  reference text unique,
  kobo bigint not null check (kobo > 0),
  at timestamptz not null
);
create index payments_embedded_at on payments_embedded (at, id);

-- Our payments of a day beside the provider's, as last compared.
create table reconciliations (
  day date not null,
  provider text not null,
  state text not null check (state in ('running', 'done', 'failed')),
  -- Why it failed, in words for staff.
  reason text not null default '',
  started_at timestamptz not null,
  started_by text not null,
  finished_at timestamptz,
  ours integer not null default 0,
  ours_kobo bigint not null default 0,
  theirs integer not null default 0,
  theirs_kobo bigint not null default 0,
  primary key (day, provider)
);

-- Runs again keep what staff noted. gone_at: the last run did not find it any more.
create table reconciliation_mismatches (
  id bigint generated always as identity primary key,
  day date not null,
  provider text not null,
  kind text not null check (kind in ('missing here', 'missing there', 'amount', 'state')),
  reference text not null,
  entry_id bigint references payment_entries (id),
  provider_id text,
  ours_kobo bigint,
  ours_state text,
  theirs_kobo bigint,
  theirs_state text,
  theirs_currency text,
  found_at timestamptz not null,
  gone_at timestamptz,
  resolved_at timestamptz,
  resolved_by text,
  note text not null default '',
  version integer not null default 1,
  unique (day, provider, reference),
  foreign key (day, provider) references reconciliations (day, provider)
);
create index reconciliation_mismatches_open on reconciliation_mismatches (day) where resolved_at is null and gone_at is null;
create index reconciliation_mismatches_of_entry on reconciliation_mismatches (entry_id) where entry_id is not null;
