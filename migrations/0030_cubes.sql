-- Cubes: private screening rooms that guests book by the hour (operations 2, 3, 4: cube bookings).

create table cubes (
  id integer generated always as identity primary key,
  cinema_id text not null references cinemas (id),
  name text not null,
  -- The first and the last hour that can be booked, on the clock of the chain's zone.
  first_hour smallint not null default 9 check (first_hour between 0 and 23),
  last_hour smallint not null default 21 check (last_hour between 0 and 23),
  -- The price is base + guest × (guests − included), never under 0.
  base_kobo bigint not null default 5000 check (base_kobo >= 0),
  guest_kobo bigint not null default 2000 check (guest_kobo >= 0),
  guests_included smallint not null default 8 check (guests_included >= 0),
  created_at timestamptz not null,
  retired_at timestamptz,
  version integer not null default 1,
  check (first_hour <= last_hour)
);
create unique index cubes_by_name on cubes (cinema_id, lower(name)) where retired_at is null;

create table cube_bookings (
  id bigint generated always as identity primary key,
  -- The one that guests and programs know.
  booking_id uuid not null unique default gen_random_uuid(),
  cube_id integer not null references cubes (id),
  full_name text not null,
  email text not null,
  phone text not null,
  movie_id text not null references movies (id),
  guest_count integer not null check (guest_count >= 1),
  has_corkage boolean not null default false,
  status text not null default 'Booked' check (status in ('Booked', 'Pending Cancellation Approval',
    'Approved Cancellation', 'Pending Reschedule Approval', 'Approved Reschedule', 'Redeemed', 'Refunded')),
  -- What it was booked for, what was asked for since, and which of them is in force.
  date_time timestamptz not null,
  reschedule_date timestamptz,
  starts_at timestamptz not null,
  rescheduled_at timestamptz,
  -- The cube's numbers of the day it was booked: more guests are charged by them.
  base_kobo bigint not null check (base_kobo >= 0),
  guest_kobo bigint not null check (guest_kobo >= 0),
  guests_included smallint not null check (guests_included >= 0),
  -- What was paid, and the fee of a reschedule beside it.
  kobo bigint not null check (kobo >= 0),
  fee_kobo bigint not null default 0 check (fee_kobo between 0 and kobo),
  created_at timestamptz not null,
  created_by text not null,
  version integer not null default 1,
  words text not null
    generated always as (lower(full_name || ' ' || email || ' ' || phone || ' ' || booking_id::text)) stored,
  check (status not in ('Pending Reschedule Approval', 'Approved Reschedule') or reschedule_date is not null)
);
create index cube_bookings_newest on cube_bookings (status, id desc);
create index cube_bookings_of_cube on cube_bookings (cube_id, status, id desc);
create index cube_bookings_of_movie on cube_bookings (movie_id);
create index cube_bookings_by_email on cube_bookings (lower(email));
create index cube_bookings_words on cube_bookings using gin (words gin_trgm_ops);

-- Which hours are taken: one row an hour, so that two live bookings can never share a cube and an hour. Kept by the
-- trigger alone, in the statement that changes the booking. While a reschedule waits for its approval both hours are held.
create table cube_hours (
  cube_id integer not null references cubes (id),
  hour timestamptz not null,
  booking_id bigint not null references cube_bookings (id),
  constraint cube_hours_taken_once primary key (cube_id, hour)
);
create index cube_hours_of_booking on cube_hours (booking_id);

create function hold_cube_hours() returns trigger language plpgsql as $$
declare
  held timestamptz[] := array(
    select distinct date_trunc('hour', at, 'UTC') from unnest(
      case when new.status in ('Approved Cancellation', 'Refunded') then array[]::timestamptz[]
        when new.status = 'Pending Reschedule Approval' then array[new.starts_at, new.reschedule_date]
        else array[new.starts_at] end) as at);
begin
  delete from cube_hours where booking_id = new.id and (cube_id <> new.cube_id or hour <> all(held));
  insert into cube_hours (cube_id, hour, booking_id)
  select new.cube_id, hour, new.id from unnest(held) as hour
  where not exists (select from cube_hours h where h.booking_id = new.id and h.cube_id = new.cube_id and h.hour = hour.hour);
  return null;
end $$;
create trigger cube_bookings_hold after insert or update of cube_id, status, starts_at, reschedule_date on cube_bookings
  for each row execute function hold_cube_hours();

-- What was paid for a booking. Without a provider it was paid at the cinema, and is given back there.
create table cube_payments (
  id bigint generated always as identity primary key,
  booking_id bigint not null references cube_bookings (id),
  purpose text not null check (purpose in ('price', 'guests', 'fee')),
  kobo bigint not null check (kobo > 0),
  at timestamptz not null,
  provider text,
  reference text,
  provider_id text,
  -- A refund is noted before the provider is asked for it, once; where its answer is lost, staff look there.
  refund text check (refund in ('asked', 'unknown', 'done')),
  refund_kobo bigint not null default 0 check (refund_kobo between 0 and kobo),
  refund_at timestamptz,
  check ((provider is null) = (reference is null)),
  check ((refund is null) = (refund_at is null))
);
create index cube_payments_of_booking on cube_payments (booking_id);
create unique index cube_payments_by_reference on cube_payments (provider, reference);

-- What became of a booking, step by step, with the reason that staff gave.
create table cube_booking_steps (
  id bigint generated always as identity primary key,
  booking_id bigint not null references cube_bookings (id),
  at timestamptz not null,
  actor text not null,
  step text not null,
  reason text not null default ''
);
create index cube_booking_steps_of_booking on cube_booking_steps (booking_id, id);

-- A charge that was paid back has a line of its own.
alter table payment_logs drop constraint payment_logs_status_check;
alter table payment_logs add constraint payment_logs_status_check
  check (status in ('needs_customer', 'succeeded', 'failed', 'refunded'));
