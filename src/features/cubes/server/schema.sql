-- Which hours a booking holds, in the statement that changes it.
create function hold_cube_hours() returns trigger language plpgsql as $$
declare
  held timestamptz[] := array(
    select distinct date_trunc('hour', at, 'UTC') from unnest(
      case when new.status in ('Approved Cancellation', 'Refunded') then array[]::timestamptz[]
        when new.status = 'Pending Reschedule Approval' then array[new.starts_at, new.reschedule_date]
        else array[new.starts_at] end) as at);
begin
  delete from cube_slots where booking_id = new.id and (cube_id <> new.cube_id or hour <> all(held));
  insert into cube_slots (cube_id, hour, booking_id)
  select new.cube_id, hour, new.id from unnest(held) as hour
  where not exists (select from cube_slots h where h.booking_id = new.id and h.cube_id = new.cube_id and h.hour = hour.hour);
  return null;
end $$;
create trigger cube_bookings_hold after insert or update of cube_id, status, starts_at, reschedule_date on cube_bookings
  for each row execute function hold_cube_hours();
