-- Loyalty: what was done stands in the ledger, line by line; what it amounts to stands with the member. Everybody who is
-- listed is a Fan with nothing, without a row. Rows are those of listed customers alone: one that is merged or erased has
-- its account closed in the same transaction.

create table loyalty_members (
  customer_id bigint primary key references customers (id),
  -- Fan, Buff, Fanatic.
  tier smallint not null default 0 check (tier between 0 and 2),
  -- All that was ever awarded, and what is left of it to redeem.
  lifetime bigint not null default 0 check (lifetime >= 0),
  available bigint not null default 0 check (available >= 0),
  -- Counts changes of the tier: points are added to and taken from whatever there is.
  version integer not null default 1
);
create index loyalty_members_lifetime on loyalty_members (lifetime, customer_id) include (tier);
create index loyalty_members_available on loyalty_members (available, customer_id) include (tier);
create index loyalty_members_tier on loyalty_members (tier, customer_id) where tier > 0;

create table points_ledger (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers (id),
  kind text not null check (kind in ('award', 'redemption', 'reversal', 'tier', 'merge', 'erasure')),
  -- What the line changes: the available points, the lifetime points, the tier.
  points bigint not null default 0,
  lifetime bigint not null default 0,
  from_tier smallint check (from_tier between 0 and 2),
  to_tier smallint check (to_tier between 0 and 2),
  reason text not null,
  actor_id integer,
  actor text not null,
  at timestamptz not null,
  -- The line that a reversal takes back; each is taken back at most once.
  reverses bigint unique references points_ledger (id),
  check ((from_tier is null) = (to_tier is null)),
  check ((kind = 'reversal') = (reverses is not null)),
  check (kind <> 'award' or (points > 0 and lifetime = points)),
  check (kind <> 'redemption' or (points < 0 and lifetime = 0)),
  check (kind <> 'tier' or (to_tier is not null and points = 0 and lifetime = 0))
);
create index points_ledger_of_customer on points_ledger (customer_id, id);

create trigger points_ledger_append_only before delete or truncate on points_ledger
  for each statement execute function refuse_change();
-- What staff wrote of a person goes when the person is erased; nothing else of a line ever changes.
create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  if current_setting('marquee.erasing', true) = 'on' and new.reason = '' then
    old.reason := '';
    if new = old then return new; end if;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger points_ledger_unchanged before update on points_ledger
  for each row execute function refuse_ledger_change();

-- Registered people who are not listed are few: with them, those who are need not be counted one by one.
create index customers_unlisted on customers (id) where registered_at is not null and not is_listed;
